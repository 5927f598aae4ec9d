import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app-context.ts';
import { callerNow } from '../auth/actor-now.ts';
import { beginSession, endAllSessions, sessionStands, setSession } from '../auth/session.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { type Actor, checkVouched } from '../../platform/http/actor.ts';
import { unauthorized } from '../../platform/http/errors.ts';
import { signedIn } from '../../platform/http/route.ts';
import { mailFactors } from './mail-factors.ts';
import { hashCode, newRecoveryCodes } from './recovery-codes.ts';
import { presentSecondFactor } from './second-factor.present.ts';
import { findFactors, hasFactor, lockAccount, replaceCodes } from './second-factor.queries.ts';

interface SignedCall {
  actor: Actor | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const secondFactorOf = async ({ db, env }: App, actor: Actor) =>
  presentSecondFactor(env, actor, await findFactors(db, actor.userId));

/** Locks the account of whoever calls; throws 401 where it is gone, or the session has ended meanwhile. */
export async function lockOwnAccount(
  app: App,
  tx: Tx,
  { actor, request }: Pick<SignedCall, 'actor' | 'request'>,
): Promise<void> {
  const { userId } = signedIn({ actor });
  if (!(await lockAccount(tx, userId)) || !(await sessionStands(app, tx, userId, request))) throw unauthorized();
}

/**
 * Changes the factors of whoever calls. With the first one all other sessions end, because none of them gave it, and
 * recovery codes are made; with the last one they go.
 * @param work returns what the mail about the change says, or null for no mail
 */
export async function changeFactors(
  app: App,
  call: SignedCall,
  work: (tx: Tx, userId: string) => Promise<string | null>,
) {
  const actor = signedIn(call);
  const { userId } = actor;
  const { codes, session } = await transaction(app.db, async (tx) => {
    await lockOwnAccount(app, tx, call);
    const before = hasFactor(await findFactors(tx, userId));
    const what = await work(tx, userId);
    const after = hasFactor(await findFactors(tx, userId));
    // Since the change was begun the address may have become another one.
    if (after && !before) checkVouched(await callerNow(app, tx, userId));
    const made = after && !before ? newRecoveryCodes() : null;
    if (made !== null || !after) await replaceCodes(tx, userId, (made ?? []).map(hashCode));
    if (made !== null) await endAllSessions(tx, userId);
    if (what !== null) await mailFactors(app, tx, userId, what);
    return { codes: made, session: made === null ? null : await beginSession(app, tx, userId, call.request) };
  });
  if (session !== null) setSession(app, call.reply, session);
  return { ...(await secondFactorOf(app, actor)), recoveryCodes: codes };
}
