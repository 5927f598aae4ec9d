import * as z from 'zod/mini';

/**
 * The callers that an endpoint allows at all. The HTTP layer enforces this before a handler runs; the domain's policy
 * checks who owns the row. `account`: anyone signed in; `member`: an account that has a password; `curator`: a
 * certified reviewer or an administrator.
 */
export type Access = 'anyone' | 'account' | 'member' | 'curator' | 'admin';

export type Schema = z.core.$ZodType;
const Nothing = z.object({});
type Nothing = typeof Nothing;

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's form: `/api/media/:id`. */
  path: string;
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  params: P;
  query: Q;
  body: B;
  reply: R;
  /**
   * True for all but GET, and for a GET that declares it. Such a call must come from our own site, counts towards the
   * rate limit, and may be repeated with an Idempotency-Key unless it is `secret`.
   */
  changesState: boolean;
  /** The status of a successful response. */
  status: number;
  /**
   * The field of a `multipart/form-data` body that contains a file, which the handler reads as it arrives; `body` then
   * describes the text fields. Null for a JSON body.
   */
  multipart: string | null;
  /** The response is the same for every visitor, so it is cached until something public changes. */
  forEverybody: boolean;
  /** Calls a minute allowed to one caller (the account, or the IP address without one); the default is generous. */
  perMinute?: number;
  /** True for a POST that only reads, such as a list whose query is too long for an address. */
  onlyReads?: boolean;
  /**
   * Scripts of other sites may call it and read its responses, without cookies. Players in frames on other sites need
   * this.
   */
  forOtherSites?: boolean;
  /** The reply's media type, unless it is JSON. */
  type?: string;
  /**
   * It may end the caller's session and begin another. Calls sent earlier with the old session are then refused (401),
   * so the browser repeats them.
   */
  renewsSession?: boolean;
  /**
   * It carries a password or another secret that opens an account, so nothing of it is stored for idempotent retries.
   */
  secret?: boolean;
  /**
   * It changes who can sign in, or exports all data, so an open session alone isn't enough. `by` is the body field with
   * the account's password (contract/accounts/auth/fresh-sign-in.ts). With `toChange`, only calls that change that field need the
   * password. `wrong` replaces the usual message for a wrong password.
   */
  freshSignIn?: { by: 'password' | 'currentPassword'; toChange?: string; wrong?: string };
}

/** Declares one call. Omitted parts default to no parameters, no query, no body, and status 200. */
export function endpoint<
  R extends Schema,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
>(
  definition: Pick<Endpoint, 'method' | 'path' | 'access' | 'summary'> & {
    params?: P;
    query?: Q;
    body?: B;
    reply: R;
    changesState?: boolean;
    status?: number;
    multipart?: string;
    perMinute?: number;
    forEverybody?: boolean;
    onlyReads?: boolean;
    forOtherSites?: boolean;
    type?: string;
    renewsSession?: boolean;
    secret?: boolean;
    freshSignIn?: Endpoint['freshSignIn'];
  },
): Endpoint<P, Q, B, R> {
  return {
    status: 200,
    multipart: null,
    forEverybody: false,
    changesState: definition.method !== 'GET',
    ...definition,
    params: (definition.params ?? Nothing) as P,
    query: (definition.query ?? Nothing) as Q,
    body: (definition.body ?? Nothing) as B,
  };
}

/**
 * Ends the cache key of a list that grows by pages, both in the browser and in the first page that the server embeds in
 * the document.
 */
export const PAGES = 'pages';

export type Params<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.output<P> : never;
export type Query<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type Body<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never;
/** The value that a handler returns. The reply's schema parses it and drops fields that it doesn't name. */
export type ReplyInput<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.input<R> : never;
export type Reply<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;
export type ParamsInput<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.input<P> : never;
export type QueryInput<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never;
export type BodyInput<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
