import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@scoville/contract/endpoint.ts';
import type { Pool, Tx } from '../db/connection.ts';
import type { Actor } from './actor.ts';
import { badRequest, conflict } from './errors.ts';

interface Repeatable {
  key: string;
  endpoint: Endpoint;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const STILL_SENT = 'This is still being sent. Try again in a moment.';

/** Under which name its sender may send a call again; null for none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

/**
 * Answers a repeated write with the first answer (IETF draft "The Idempotency-Key HTTP Header Field"). The key belongs
 * to the account; the same key with another request is refused, and so is one whose first request still runs. A failed
 * request frees its key.
 */
export async function idempotent(db: Pool, call: Repeatable, run: () => Promise<unknown>): Promise<unknown> {
  const { key, endpoint, actor, request, reply } = call;
  if (key.length > 200 || key === '') throw badRequest('An Idempotency-Key must have 1 to 200 characters.');
  const name = `${endpoint.method} ${request.url}`;
  const hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest();
  const [claimed] = await db`
    insert into idempotency_keys (user_id, key, endpoint, request_hash)
    values (${actor.userId}, ${key}, ${name}, ${hash})
    on conflict do nothing returning 1`;
  if (!claimed) {
    const [first] = await db<{ endpoint: string; request_hash: Buffer; status: number | null; reply: unknown }[]>`
      select endpoint, request_hash, status, reply from idempotency_keys where user_id = ${actor.userId} and key = ${key}`;
    if (first === undefined) throw conflict('The first request with this Idempotency-Key has just failed. Try again.');
    if (first.endpoint !== name || !first.request_hash.equals(hash))
      throw badRequest('This Idempotency-Key was used for another request.');
    if (first.status === null) throw conflict(STILL_SENT);
    reply.status(first.status);
    return first.reply;
  }
  try {
    const answer = await run();
    await db`update idempotency_keys set status = ${reply.statusCode}, reply = ${db.json(answer as never)}
      where user_id = ${actor.userId} and key = ${key}`;
    return answer;
  } catch (error) {
    await db`delete from idempotency_keys where user_id = ${actor.userId} and key = ${key}`;
    throw error;
  }
}

/** Forgets every answer that was kept for an account. */
export async function deleteStoredResponses(tx: Tx, userId: string): Promise<void> {
  await tx`delete from idempotency_keys where user_id = ${userId}`;
}
