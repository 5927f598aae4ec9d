import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import '@fastify/cookie';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { type Db, type Tx, transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { findSuspension } from '../users/suspension.queries.ts';
import { type ActorRow, actorColumns, mayAct, toActor } from './actor-now.ts';
import { mailNewDeviceJob } from './auth.jobs.ts';
import { recordDevice } from './known-devices.ts';
import { endAllPending } from './pending-sign-ins.queries.ts';
import { suspended } from './suspended.ts';

type Installation = Pick<App, 'db' | 'env'>;

/** Days without use after which a session ends. */
const IDLE_DAYS = 30;
/** Days for which a browser keeps its name. */
const VISITOR_DAYS = 365;

const isSecure = ({ env }: Pick<App, 'env'>): boolean => env.PUBLIC_URL.startsWith('https:');

/** Over https, no other host of the same domain can set a cookie with this prefix (RFC 6265bis, `__Host-`). */
export const cookieName = (app: Pick<App, 'env'>, name: 'session' | 'visitor' | 'sign-in' | 'pending'): string =>
  isSecure(app) ? `__Host-${name}` : name;

/** Options of every cookie that the server sets. */
export const cookieOptions = (app: Pick<App, 'env'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(app) }) as const satisfies CookieSerializeOptions;
const cookie = (app: Pick<App, 'env'>, days: number): CookieSerializeOptions => ({
  ...cookieOptions(app),
  maxAge: days * 86_400,
});

/** The key of this request's session in the database. Without a session cookie, it matches no session. */
export const sessionHash = (app: Pick<App, 'env'>, request: FastifyRequest): Buffer =>
  hashed(request.cookies[cookieName(app, 'session')] ?? '');

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Starts a session in its own transaction and sets the cookie. */
export async function startSession(
  app: Installation & Pick<App, 'queue'>,
  userId: string,
  reply: FastifyReply,
): Promise<void> {
  setSession(app, reply, await transaction(app.db, (tx) => beginSession(app, tx, userId, reply.request)));
}

/**
 * Starts a session and returns its token. Only the browser stores the token: `setSession` sends it after the
 * transaction commits. The owner is mailed about a browser that is new to the account, unless it is the account's first
 * one. Throws 403 with the reason for a suspended account; all sessions start here. The request's previous session
 * ends, because its cookie is overwritten, and it could then only be ended from the list of sessions.
 * @param byProvider the session starts with a sign-in at a provider, which counts as fresh for some minutes
 */
export async function beginSession(
  app: Installation & Pick<App, 'queue'>,
  tx: Tx,
  userId: string,
  request: FastifyRequest,
  { byProvider = false } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 400);
  const network = callerOf(request);
  const suspension = await findSuspension(tx, userId);
  if (suspension !== null) throw suspended(suspension);
  await tx`delete from sessions where token_hash = ${sessionHash(app, request)}`;
  await tx`insert into sessions (token_hash, id, user_id, expires_at, user_agent, network, by_provider)
    values (${hashed(token)}, ${newId()}, ${userId},
      now() + make_interval(days => ${Math.min(IDLE_DAYS, app.env.SESSION_DAYS)}), ${userAgent}, ${network}, ${byProvider})`;
  if (await recordDevice(tx, userId, request.visitor))
    await app.queue.enqueue(tx, mailNewDeviceJob, { userId, userAgent, network, at: new Date().toISOString() });
  return token;
}

/** Sends the browser the token of its new session. */
export function setSession(app: Installation, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(app, 'session'), token, cookie(app, app.env.SESSION_DAYS));
}

/** Ends the session of this request, if there is one. */
export async function endSession(app: Installation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = request.cookies[cookieName(app, 'session')];
  if (token !== undefined) await app.db`delete from sessions where token_hash = ${hashed(token)}`;
  reply.clearCookie(cookieName(app, 'session'), cookieOptions(app));
}

/**
 * Ends all sessions and all pending sign-ins of an account, for example after a new password, another role or a
 * deletion.
 */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db`delete from sessions where user_id = ${userId}`;
  await endAllPending(db, userId);
}

/**
 * Whether this request's session still exists. A call is let in before its body has arrived, so a caller who sends the
 * body late could otherwise act after a new password has ended the session. Check this in the transaction of anything
 * that adds a way into an account or gives the account away, after locking the account. The session can't end before
 * the transaction does.
 */
export async function sessionExists(
  app: Pick<App, 'env'>,
  tx: Tx,
  userId: string,
  request: FastifyRequest,
): Promise<boolean> {
  const rows = await tx`
    select 1 from sessions where token_hash = ${sessionHash(app, request)} and user_id = ${userId} for update`;
  return rows.length > 0;
}

/** The caller, by the session cookie. A session lasts 30 days from its last use, and at most SESSION_DAYS. */
export async function actorOf(app: Installation, request: FastifyRequest): Promise<Actor | null> {
  const { db, env } = app;
  const token = request.cookies[cookieName(app, 'session')];
  if (token === undefined || token.length !== 43) return null;
  const hash = hashed(token);
  const [row] = await db<(ActorRow & { stale: boolean })[]>`
    select ${actorColumns(db, app)}, s.last_seen_at < now() - interval '15 minutes' as stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hash} and s.expires_at > now()
      and s.created_at > now() - make_interval(days => ${env.SESSION_DAYS}) and ${mayAct(db)}`;
  if (row === undefined) return null;
  if (row.stale)
    await db`
      update sessions set last_seen_at = now(), expires_at = least(now() + make_interval(days => ${IDLE_DAYS}),
        created_at + make_interval(days => ${env.SESSION_DAYS}))
      where token_hash = ${hash}`;
  return toActor(row, app);
}

/** Deletes sessions that have expired or reached their maximum age. */
export async function deleteEndedSessions({ db, env }: Installation): Promise<void> {
  await db`delete from sessions
    where expires_at < now() or created_at < now() - make_interval(days => ${env.SESSION_DAYS})`;
}

/**
 * The browser's anonymous id, which is the same in all its calls. It is read from a cookie with our signature, or from
 * the request of a player that is embedded in another site. Without a valid name, the browser gets a new one.
 */
export function visitorOf(
  app: Pick<App, 'env' | 'listeners'>,
  request: FastifyRequest,
  secret: string,
): { name: string; cameAlong: boolean } {
  const [name = '', signature = ''] = (request.cookies[cookieName(app, 'visitor')] ?? '').split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = name.length === 22 && given.length === 12 && timingSafeEqual(given, signed(name, secret));
  const carried = isOurs ? name : app.listeners.nameOf(request);
  return carried !== null
    ? { name: carried, cameAlong: true }
    : { name: randomBytes(16).toString('base64url'), cameAlong: false };
}

/** Sets the cookie with the browser's anonymous id. */
export function setVisitor(app: Pick<App, 'env'>, reply: FastifyReply, name: string, secret: string): void {
  const value = `${name}.${signed(name, secret).toString('base64url')}`;
  reply.setCookie(cookieName(app, 'visitor'), value, cookie(app, VISITOR_DAYS));
}

const signed = (name: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(name).digest().subarray(0, 12);
