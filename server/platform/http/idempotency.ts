import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { withBeforeCommit } from '../db/before-commit.ts';
import type { Pool, Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { Actor } from './actor.ts';
import { HttpError, badRequest, conflict } from './errors.ts';
import {
  type Claim,
  claimKey,
  findFirstCall,
  markEffect,
  releaseKey,
  renewClaim,
  storeAnswer,
} from './idempotency.queries.ts';

interface Repeatable {
  key: string;
  endpoint: Endpoint;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const STILL_SENT = 'This is still being sent. Try again in a moment.';
export const ANSWER_LOST =
  'This was done, but its answer was lost. Load the page again to see the result, and don’t send it again.';

/** Milliseconds between two renewals of a lease, a quarter of its length. */
const RENEWAL = 7_500;

/** The key under which the client may repeat a call; null for none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

/**
 * Answers a repeated write with the first answer (IETF draft "The Idempotency-Key HTTP Header Field"). The key belongs
 * to the account. A key is refused with another request, and while its first request still runs. After an error of any
 * status, the key can be used again, because the caller has received the error's message.
 *
 * The first request holds the key by a lease that it renews. When its process dies, the lease ends within half a minute.
 * Each transaction that writes something marks the key before its commit. So for a key without an answer, the mark shows
 * whether there may be an effect. Without a mark, the next call runs again. With a mark, the next call is refused with
 * the advice to load the page again. A process that was only paused and lost its lease can't commit any more.
 */
export async function idempotent(
  { db, log }: { db: Pool; log: Logger },
  call: Repeatable,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { key, endpoint, actor, request, reply } = call;
  if (key.length > 200 || key === '') throw badRequest('An Idempotency-Key must have 1 to 200 characters.');
  const name = `${endpoint.method} ${request.url}`;
  const hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest();
  const claim: Claim = { userId: actor.userId, key, id: newId() };
  if (!(await claimKey(db, claim, name, hash))) {
    const first = await findFirstCall(db, claim);
    if (first === null) throw conflict('The first request with this Idempotency-Key has just failed. Try again.');
    if (first.endpoint !== name || !first.hash.equals(hash))
      throw badRequest('This Idempotency-Key was used for another request.');
    if (first.status === null) throw conflict(first.isOver ? ANSWER_LOST : STILL_SENT);
    reply.status(first.status);
    return sameAnswer(reply, first.reply);
  }
  const renewing = setInterval(() => {
    renewClaim(db, claim).catch((error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'));
  }, RENEWAL);
  try {
    const answer = await withBeforeCommit((tx) => markOwn(tx, claim), run);
    await storeAnswer(db, claim, reply.statusCode, answer);
    return answer;
  } catch (error) {
    await releaseKey(db, claim, { refused: error instanceof HttpError });
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** @throws HttpError 409 for an answer that an older version stored without a field that answers have now */
function sameAnswer(reply: FastifyReply, answer: unknown): unknown {
  try {
    reply.serialize(answer);
  } catch {
    throw conflict(ANSWER_LOST);
  }
  return answer;
}

/** @throws HttpError 409 if another request has taken over the key; this rolls the transaction back */
async function markOwn(tx: Tx, claim: Claim): Promise<void> {
  if (!(await markEffect(tx, claim))) throw conflict(STILL_SENT);
}
