import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  Reply,
  Schema,
} from '@scoville/contract/platform/http/endpoint.ts';
import { type ErrorBody, fieldErrors } from '@scoville/contract/platform/http/errors.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import type { ZodMiniType } from 'zod/mini';

/** Shown if the server could not be reached. */
export const NO_CONNECTION = 'No connection. Check your network and try again.';

const NOT_UNDERSTOOD = 'The reply could not be understood. Try again.';

/** A call that did not succeed: `status` is 0 if no answer arrived. `body` is the server's unchanged answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown, message: string) {
    super(message);
    this.status = status;
    this.body = body;
  }

  /** The errors for single fields of a form; empty if there are none. */
  get fields(): ErrorBody['errors'] {
    return fieldErrors(this.body);
  }
}

type Part<Name extends string, Input> =
  Record<never, never> extends Input ? { [key in Name]?: Input } : { [key in Name]: Input };

/** The input of a call: the endpoint's parts that are not empty, and sending options. */
export type CallInput<E> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E> | FormData> & {
    signal?: AbortSignal;
    /** Lets the browser complete the request even if the page is closed in the meantime. */
    keepalive?: boolean;
    /** The idempotency key: the server executes repeated writes with the same key only once. */
    idempotencyKey?: string;
  };

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

let unauthorized: (() => void | Promise<void>) | undefined;

/**
 * Sets the handler for a session that has ended; the owner of the router calls this once. The call fails after the
 * handler has run.
 */
export function onUnauthorized(handler: () => void | Promise<void>): void {
  unauthorized = handler;
}

/** Settles when the last call that may renew the session has ended; `renewals` counts the successful ones. */
let renewal: Promise<unknown> | undefined;
let renewals = 0;

/**
 * Makes one call of the contract and returns its reply. The server serialized the reply by the endpoint's schema. In
 * development and tests the reply is validated again; the production build contains no reply schemas
 * (docs/decisions/2026-11-29-trust-replies-in-the-browser.md). A call that was refused because another call renewed the
 * session in the meantime is sent again with the new session.
 *
 * @throws ApiError for every unsuccessful answer, for an answer that breaks the contract, and (with status 0) if no
 * answer arrived. An aborted call throws the signal's reason.
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
  // A response that isn't JSON comes from another server in between, such as a proxy.
  if (!isJson || reply === undefined) throw new ApiError(response.status, content, NOT_UNDERSTOOD);
  return reply;
}

/**
 * Minutes to add to the visitor's local time to get UTC, as in `Date.getTimezoneOffset`. API-01 requires it with every
 * request, in X-Timezone-Offset: the server uses it as the time zone of a show that has none.
 */
export const timezoneOffset = (now = new Date()): string => String(now.getTimezoneOffset());

/** Whether a 401 redirects to the login screen: not if it answered a sign-in or the current-user call. */
const leadsToLogin = (url: string): boolean => !url.includes('/auth') && url !== me.path;

/**
 * Fills in the `:name` parts and appends the query. Undefined and null values are left out; objects become JSON text.
 */
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

/** The parsed JSON if the body is JSON, otherwise the text. */
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
