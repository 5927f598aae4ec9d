import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply, Schema } from '@scoville/contract/endpoint.ts';
import { type ErrorBody, fieldErrors } from '@scoville/contract/errors.ts';
import { me } from '@scoville/contract/users.ts';
import type { ZodMiniType } from 'zod/mini';

/** What is said where no server could be reached. */
export const NO_CONNECTION = 'No connection. Check your network and try again.';

const NOT_UNDERSTOOD = 'The reply could not be understood. Try again.';

/** A call that did not succeed: `status` 0 when no answer came at all. `body` is the server's answer as it was. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown, message: string) {
    super(message);
    this.status = status;
    this.body = body;
  }

  /** The refusals that belong to one field of a form each; empty when there are none. */
  get fields(): ErrorBody['errors'] {
    return fieldErrors(this.body);
  }
}

type Part<Name extends string, Input> =
  Record<never, never> extends Input ? { [key in Name]?: Input } : { [key in Name]: Input };

/** What a call needs: the parts of the endpoint that are not empty, and how to send them. */
export type CallInput<E> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E> | FormData> & {
    signal?: AbortSignal;
    /** It is sent to the end even when the page goes away meanwhile. */
    keepalive?: boolean;
    /** A repeated write with the same key is done once. */
    idempotencyKey?: string;
  };

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

let unauthorized: (() => void | Promise<void>) | undefined;

/** Says what happens when a session turns out to be over; the router's owner sets it once. The call fails after that. */
export function onUnauthorized(handler: () => void | Promise<void>): void {
  unauthorized = handler;
}

/** Settles with the last call that may renew the session; `renewals` counts those that did. */
let renewal: Promise<unknown> | undefined;
let renewals = 0;

/**
 * Makes one call of the contract and returns its reply. The server wrote the reply by the endpoint's schema. In development
 * and tests it is checked again; the built product has no schemas of replies (docs/decisions/2026-11-29-trust-replies.md).
 * A call that is refused because another one renewed the session in the meantime is sent again, with the new session.
 *
 * @throws ApiError for every answer that is not a success, for an answer that is not what the contract says, and
 * (status 0) when no answer came. An aborted call throws the signal's reason.
 */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  const { params, query, body, signal, keepalive, idempotencyKey } = input as CallInput<AnyEndpoint>;
  const url = addressOf(endpoint.path, record(params), record(query));
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Timezone-Offset': timezoneOffset() };
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';

  const sentWith = renewals;
  const answered = answer(url, {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (endpoint.renewsSession)
    renewal = answered.then(
      ({ ok }) => ok && renewals++,
      () => {},
    );
  const response = await answered;
  const { isJson, content } = await contentOf(response);
  if (!response.ok) {
    if (response.status === 401) {
      await renewal;
      if (renewals !== sentWith) return call(endpoint, input);
      if (leadsToLogin(url)) await unauthorized?.();
    }
    throw new ApiError(response.status, content, messageOf(content) ?? '');
  }
  const schema = endpoint.reply as ZodMiniType<Reply<E>> | undefined;
  const reply = schema ? schema.safeParse(content).data : (content as Reply<E>);
  // A response that isn't JSON is from another server in between.
  if (!isJson || reply === undefined) throw new ApiError(response.status, content, NOT_UNDERSTOOD);
  return reply;
}

/**
 * Minutes to add to the visitor's time for UTC, as `Date.getTimezoneOffset` says. API-01 wants it with every request, in
 * X-Timezone-Offset: the server takes it for the time zone of a show that names none.
 */
export const timezoneOffset = (now = new Date()): string => String(now.getTimezoneOffset());

/** A 401 sends to the login screen, unless it came from signing in itself or from asking who is signed in. */
const leadsToLogin = (url: string): boolean => !url.includes('/auth') && url !== me.path;

/** Fills `:name` parts, and appends the query; undefined values are left out, objects go as JSON text. */
export function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, textOf(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

const record = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

async function answer(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, null, NO_CONNECTION);
  }
}

/** JSON when it is JSON, else the text. */
async function contentOf(response: Response): Promise<{ isJson: boolean; content: unknown }> {
  const text = await response.text();
  try {
    return { isJson: true, content: JSON.parse(text) };
  } catch {
    return { isJson: false, content: text };
  }
}

function messageOf(content: unknown): string | undefined {
  const message = record(content)['message'];
  return typeof message === 'string' ? message : undefined;
}
