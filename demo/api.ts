import * as z from 'zod/mini';
import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  Reply,
  Schema,
} from '@scoville/contract/platform/http/endpoint.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';

/** An error response of the server, with the server's error message. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string, call: string) {
    super(`${message} (${call})`);
    this.status = status;
  }
}

interface Given<P extends Schema, Q extends Schema, B extends Schema> {
  params?: ParamsInput<Endpoint<P, Q, B, Schema>>;
  query?: QueryInput<Endpoint<P, Q, B, Schema>>;
  body?: BodyInput<Endpoint<P, Q, B, Schema>>;
  /** Sent as multipart/form-data, with the body's fields as text. */
  file?: { field: string; name: string; bytes: Buffer };
}

/** The IP address of the nth person, from the range for benchmarking networks (RFC 2544, 198.18.0.0/15). */
export const addressOf = (n: number): string => `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`;

/** Calls the API like one browser: stores the cookies that responses set, and sends them with later requests. */
export class Caller {
  readonly #base: string;
  readonly #address: string | undefined;
  readonly #cookies = new Map<string, string>();

  /**
   * @param address the browser's IP address, sent as `x-forwarded-for` like a local proxy would send it. The product
   *   accepts it unless TRUSTED_PROXIES excludes this machine. Without this parameter, the product sees this machine's
   *   address.
   */
  constructor(base: string, address?: string) {
    this.#base = base;
    this.#address = address;
  }

  /** Calls an endpoint. Throws ApiError for an error status, and throws if the reply doesn't match the contract. */
  async call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    { params, query, body, file }: Given<P, Q, B> = {},
  ): Promise<Reply<Endpoint<P, Q, B, R>>> {
    const values = (params ?? {}) as Record<string, string>;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
      url.searchParams.set(name, String(value));
    const init: RequestInit = { method: endpoint.method };
    if (file) {
      const form = new FormData();
      for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
      form.set(file.field, new Blob([new Uint8Array(file.bytes)]), file.name);
      init.body = form;
    } else if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { 'content-type': 'application/json' };
    }
    const answer = await this.fetch(url, init);
    const text = await answer.text();
    if (!answer.ok)
      throw new ApiError(
        answer.status,
        errorText({ body: text, status: answer.status }, 'the server'),
        `${endpoint.method} ${path}`,
      );
    return z.parse(endpoint.reply, JSON.parse(text)) as Reply<Endpoint<P, Q, B, R>>;
  }

  /** Fetches any URL with this browser's cookies. Relative URLs are resolved against the product's address. */
  async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (this.#address !== undefined) headers.set('x-forwarded-for', this.#address);
    const answer = await fetch(new URL(url, this.#base), { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0]!.split(/=(.*)/s) as [string, string];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}
