import * as z from 'zod/mini';

/**
 * Who may call an endpoint at all. The HTTP layer enforces it before a handler runs; whose row it is, is the domain's
 * policy. `account` is whoever is signed in, `member` an account that has a password, `curator` a certified reviewer or
 * an administrator.
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
  /** Fastify's form: `/api/media/:id`. */
  path: string;
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  params: P;
  query: Q;
  body: B;
  reply: R;
  /** It must come from our own site, is counted, and may be repeated with an Idempotency-Key unless it is `secret`: all but GET, and a GET that says so. */
  changesState: boolean;
  /** The status of success. */
  status: number;
  /**
   * The body is `multipart/form-data`, with a file in the field of this name, and read by the handler as it arrives; `body`
   * then describes its text fields. Null where the body is JSON.
   */
  multipart: string | null;
  /** The answer is the same for every visitor, so it is kept ready as long as nothing public changes. */
  forEverybody: boolean;
  /** Calls a minute that one caller (account, else address) may make; the default is generous. */
  perMinute?: number;
  /** It only reads, although it is a POST: a list whose query is too long for an address. */
  onlyReads?: boolean;
  /**
   * Scripts of other sites may call it and read its answers, without cookies. Players in frames on other sites need
   * that.
   */
  forOtherSites?: boolean;
  /** The reply's media type, where it is no JSON. */
  type?: string;
  /** It may end the caller's session and begin another: what was sent with the old one until then is refused. */
  renewsSession?: boolean;
  /** It carries a password, or what else opens an account: nothing of it is kept for a repetition. */
  secret?: boolean;
  /**
   * It changes who can sign in, or exports all data, so an open session alone isn't enough. `by` is the body field with
   * the account's password (contract/fresh-sign-in.ts). With `toChange`, only calls that change that field need the
   * password. `wrong` replaces the usual message for a wrong password.
   */
  freshSignIn?: { by: 'password' | 'currentPassword'; toChange?: string; wrong?: string };
}

/** Declares one call. What is left out is: no parameters, no query, no body, status 200. */
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

/** Ends the cache key of a list that grows by pages, in the browser and where the server hands its first page over. */
export const PAGES = 'pages';

export type Params<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.output<P> : never;
export type Query<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type Body<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never;
/** What a handler returns: it is parsed by the reply's schema, which drops what is not named there. */
export type ReplyInput<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.input<R> : never;
export type Reply<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;
export type ParamsInput<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.input<P> : never;
export type QueryInput<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never;
export type BodyInput<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never;
