import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-context.ts';
import { endSession, startSession } from '../auth/session.ts';
import { setPendingToken } from './pending-cookie.ts';
import { insertPending } from './pending.queries.ts';
import { findFactors, hasFactor } from './second-factor.queries.ts';

/**
 * Lets somebody in whose password, or whose provider, said who they are: the one door to a session for both. A session that
 * came along before ends with it, so that nobody can plant one.
 * @returns false when the account has a second factor: there is no session before that was given, too
 */
export async function signIn(
  app: App,
  userId: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<boolean> {
  await endSession(app, request, reply);
  if (hasFactor(await findFactors(app.db, userId))) {
    setPendingToken(app, reply, await insertPending(app.db, userId));
    return false;
  }
  await startSession(app, userId, reply);
  return true;
}
