import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';

const SESSION = 'session';
const VISITOR = 'visitor';
const DAYS = 30;

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

interface ActorRow {
  user_id: string;
  role: 'user' | 'admin';
  is_curator: boolean;
  has_auth: boolean;
  stale: boolean;
}

/** Starts a session and sets its cookie. The token itself is kept nowhere but in the browser. */
export async function startSession(db: Db, userId: string, reply: FastifyReply, secure: boolean): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await db`insert into sessions (token_hash, user_id, expires_at)
    values (${hashed(token)}, ${userId}, now() + make_interval(days => ${DAYS}))`;
  reply.setCookie(SESSION, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: DAYS * 86_400 });
}

/** Ends the session of this request, if there is one. */
export async function endSession(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = request.cookies[SESSION];
  if (token !== undefined) await db`delete from sessions where token_hash = ${hashed(token)}`;
  reply.clearCookie(SESSION, { path: '/' });
}

/** Ends every session of an account, as after a new password, another role or a deletion. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db`delete from sessions where user_id = ${userId}`;
}

/** Who is calling, by the session's cookie. A session lives 30 days from its last day of use. */
export async function actorOf(db: Db, request: FastifyRequest): Promise<Actor | null> {
  const token = request.cookies[SESSION];
  if (token === undefined || token.length !== 43) return null;
  const hash = hashed(token);
  const [row] = await db<ActorRow[]>`
    select s.user_id, u.role, u.is_curator, u.password_hash is not null as has_auth,
      s.last_seen_at < now() - interval '1 day' as stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hash} and s.expires_at > now() and u.deleted_at is null`;
  if (row === undefined) return null;
  if (row.stale)
    await db`update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => ${DAYS}) where token_hash = ${hash}`;
  return { userId: row.user_id, role: row.role, isCurator: row.is_curator, hasAuth: row.has_auth };
}

/** Names this browser across calls, by a cookie that we signed; a new one when there is none or it is not ours. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply, secret: string, secure: boolean): string {
  const [name = '', signature = ''] = (request.cookies[VISITOR] ?? '').split('.');
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest().subarray(0, 12);
  const given = Buffer.from(signature, 'base64url');
  if (name.length === 22 && given.length === 12 && timingSafeEqual(given, sign(name))) return name;
  const fresh = randomBytes(16).toString('base64url');
  reply.setCookie(VISITOR, `${fresh}.${sign(fresh).toString('base64url')}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: 365 * 86_400,
  });
  return fresh;
}
