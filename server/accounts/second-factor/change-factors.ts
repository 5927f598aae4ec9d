import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { callerNow } from '../auth/actor-now.ts';
import { beginSession, endAllSessions, sessionExists, setSession } from '../auth/session.ts';
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

export const readSecondFactor = async ({ db, env }: App, actor: Actor) =>
  presentSecondFactor(env, actor, await findFactors(db, actor.userId));

/** Locks the caller's account. Throws 401 if the account is deleted, or the session has ended since the call began. */
export async function lockOwnAccount(
  app: App,
  tx: Tx,
  { actor, request }: Pick<SignedCall, 'actor' | 'request'>,
): Promise<void> {
  const { userId } = signedIn({ actor });
  if (!(await lockAccount(tx, userId)) || !(await sessionExists(app, tx, userId, request))) throw unauthorized();
}

/**
 * Changes the caller's factors. The first factor ends all other sessions, because they started without one, and creates
 * recovery codes. Removing the last factor deletes the codes.
 * @param work returns the mail's message about the change, or null for no mail
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
    // The account's address may have changed since the setup of this factor began.
    if (after && !before) checkVouched(await callerNow(app, tx, userId));
    const made = after && !before ? newRecoveryCodes() : null;
    if (made !== null || !after) await replaceCodes(tx, userId, (made ?? []).map(hashCode));
    if (made !== null) await endAllSessions(tx, userId);
    if (what !== null) await mailFactors(app, tx, userId, what);
    return { codes: made, session: made === null ? null : await beginSession(app, tx, userId, call.request) };
  });
  if (session !== null) setSession(app, call.reply, session);
  return { ...(await readSecondFactor(app, actor)), recoveryCodes: codes };
}
