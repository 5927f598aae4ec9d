import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Body, Endpoint, Params, Query, ReplyInput, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import type { Actor } from './actor.ts';
import { checkAccess } from './actor.ts';
import { callerOf } from './caller.ts';
import { HttpError, refusalBody } from './errors.ts';
import { newSeed } from './new-seed.ts';
import type { Logger } from '../log.ts';
import type { Limits } from './limits.ts';
import { idempotencyKeyOf, idempotent } from './idempotency.ts';
import { type CachedResponse, type RenderContext, type ResponseCache, nameOf, sendCached } from './response-cache.ts';
import { routeSchema } from './route-schema.ts';
import { READ_BY_OTHER_SITES, allowOtherSites } from './security-headers.ts';
import { checkSameSite } from './same-site.ts';
import type { Pool } from '../db/connection.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler runs; null for a visitor. */
    actor: Actor | null;
    /** Identifies a browser across calls without an account, so that its plays are counted once. */
    visitor: string;
    /** True if the browser sent that name; false if the name is new with this answer. */
    hasVisitorCookie: boolean;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** The parsed call that a handler gets. */
export interface Call<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  /** Null only where the endpoint's access is `anyone`. */
  actor: Actor | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Throws 400 without a fresh sign-in. Call it before changing the field that `freshSignIn` names as `toChange`. */
  checkFreshSignIn: () => Promise<void>;
  /** The seed of this visit, for lists without an order of their own. */
  readonly seed: number;
  /** The public version, if it was read since the call. */
  readonly asOf: string | undefined;
}

export interface Route {
  endpoint: Endpoint;
  handler: (call: Call<Endpoint>) => Promise<unknown>;
  forMember?: ForMember;
  /** Throws if this caller may not have an answer rendered that other callers also wait for. */
  check?: (request: FastifyRequest) => void;
  /** Closes everything that the route keeps open. Called before the server waits for its last answers. */
  end?: () => Promise<void>;
}

/**
 * Derives a member's answer from the one that all visitors get. Returns null if the handler must answer this member.
 * Otherwise returns a function of the visitors' answer, which returns that answer itself, another text, or null if the
 * handler is needed after all.
 */
export type ForMember = (
  actor: Actor,
  request: FastifyRequest,
) => ((visitors: CachedResponse) => Promise<CachedResponse | string | null>) | null;

/**
 * Binds an endpoint of the contract to its handler and, optionally, to the function that derives members' answers from
 * the visitors' one.
 */
export function route<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: Call<Endpoint<P, Q, B, R>>) => Promise<ReplyInput<Endpoint<P, Q, B, R>>>,
  forMember?: ForMember,
): Route {
  return { endpoint, handler, ...(forMember && { forMember }) };
}

/** The actor of a call to an endpoint that requires one. */
export function signedIn(call: { actor: Actor | null }): Actor {
  if (call.actor === null) throw new Error('This endpoint needs an access other than anyone.');
  return call.actor;
}

export interface RouteContext {
  db: Pool;
  log: Logger;
  limits: Limits;
  kept: ResponseCache;
  publicUrl: string;
  /** Throws 400 without a recent proof that the caller owns the account (`Endpoint.freshSignIn`). */
  checkFreshSignIn: (request: FastifyRequest, needed: NonNullable<Endpoint['freshSignIn']>) => Promise<void>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const OWN_SEED: RenderContext = {
  get seed() {
    return newSeed();
  },
};

/** A member may still see their own items, which are refused to visitors. */
function nullIfRefused(error: unknown): null {
  if (error instanceof HttpError) return null;
  throw error;
}

/**
 * Adds a route. Each call passes the same-site check, access, rate limit, parsing (by the type provider), the fresh
 * sign-in, and then the handler.
 */
export function addRoute(app: FastifyInstance, route: Route, context: RouteContext): void {
  const { endpoint, end } = route;
  if (end) app.addHook('preClose', end);
  if (endpoint.forOtherSites && endpoint.changesState) allowOtherSites(app, endpoint.path, endpoint.method);
  const { freshSignIn } = endpoint;
  app.withTypeProvider<ZodTypeProvider>().route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint, ...longOf(endpoint) },
    schema: routeSchema(endpoint),
    onRequest: async (request, reply) => {
      // Answers depend on the caller, so neither proxies nor shared browsers may keep them.
      void reply.header('cache-control', 'private, no-store');
      if (endpoint.forOtherSites) reply.headers(READ_BY_OTHER_SITES);
      checkSameSite(request, context.publicUrl, endpoint);
      checkAccess(endpoint.access, request.actor);
      if (endpoint.changesState)
        await context.limits.take(
          `${endpoint.method} ${endpoint.path} ${request.actor?.userId ?? callerOf(request)}`,
          endpoint.perMinute ?? 300,
          60,
        );
    },
    // A call without fields may leave its body out, but a form is refused where no handler reads it.
    preValidation: async (request) => {
      if (endpoint.multipart === null && request.isMultipart()) throw new HttpError(415, refusalBody(415).message);
      if (endpoint.changesState && endpoint.multipart === null) request.body ??= {};
    },
    preHandler: async (request) => {
      if (freshSignIn !== undefined && freshSignIn.toChange === undefined)
        await context.checkFreshSignIn(request, freshSignIn);
    },
    handler: (request, reply) => answerCall(route, context, request, reply),
  });
}

/** Sends visitors the cached answer where all of them get the same one, and repeated writes their first answer. */
async function answerCall(
  { endpoint, handler, forMember, check = () => {} }: Route,
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { freshSignIn } = endpoint;
  const { actor } = request;
  const callWith = (making: RenderContext, by: Actor | null): Call<Endpoint> => ({
    params: request.params,
    query: request.query,
    body: request.body,
    actor: by,
    request,
    reply,
    asOf: making.asOf,
    checkFreshSignIn: async () => {
      if (freshSignIn === undefined) throw new Error(`${endpoint.path} declares no freshSignIn.`);
      await context.checkFreshSignIn(request, freshSignIn);
    },
    get seed() {
      return making.seed;
    },
  });
  const findKept = () =>
    context.kept.find(
      nameOf(request, request.query as object),
      () => check(request),
      async (making) => {
        const made = await handler(callWith(making, null));
        const body = endpoint.type ? String(made) : (reply.status(endpoint.status).serialize(made) as string | Buffer);
        return {
          body,
          status: endpoint.status,
          type: endpoint.type ? `${endpoint.type}; charset=utf-8` : JSON_TYPE,
        };
      },
    );
  if (endpoint.forEverybody && actor === null) return sendCached(request, reply, await findKept(), true);
  const makeOwn = actor === null ? null : forMember?.(actor, request);
  if (makeOwn) {
    const visitors = await findKept().catch(nullIfRefused);
    const own = visitors === null ? null : await makeOwn(visitors);
    if (typeof own === 'string') return reply.type(JSON_TYPE).send(own);
    if (own !== null) return sendCached(request, reply, own, false);
  }
  const call = callWith(OWN_SEED, actor);
  reply.status(endpoint.status);
  const key = idempotencyKeyOf(request);
  const isSecret = endpoint.secret === true || (freshSignIn !== undefined && carries(request.body, freshSignIn.by));
  const isRepeatable = endpoint.changesState && endpoint.multipart === null && !isSecret;
  if (isRepeatable && request.actor && key !== null)
    return idempotent(context, { key, endpoint, actor: request.actor, request, reply }, () => handler(call));
  return handler(call);
}

const carries = (body: unknown, field: string): boolean =>
  (body as Record<string, unknown> | null | undefined)?.[field] !== undefined;

/** Marks endpoints whose calls last long without any work. */
function longOf({ type, multipart }: Endpoint): { long?: 'bytes' | 'events' } {
  if (type === 'text/event-stream') return { long: 'events' };
  return multipart !== null ? { long: 'bytes' } : {};
}
