import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { administratorNow } from '../auth/actor-now.ts';
import { endAllSessions } from '../auth/session.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { mailFactorsRemoved } from './mail-factors.ts';
import { deleteAllFactors, findFactors, hasFactor, lockAccount } from './second-factor.queries.ts';

/**
 * Removes all second factors of a user who lost them, ends the account's sessions, and mails its owner. Throws 404 if
 * the account is deleted, and 409 if it has no factors. Also throws 409 for the administrator's own account, because
 * anyone who found their open session could remove the factors without a password.
 */
export async function removeLostFactor(app: App, tx: Tx, administrator: Actor, userId: string): Promise<void> {
  if (administrator.userId === userId) throw conflict('This is your own account. Use your account page.');
  if (!(await lockAccount(tx, userId))) throw notFound('This account');
  await administratorNow(app, tx, administrator.userId);
  if (!hasFactor(await findFactors(tx, userId))) throw conflict('This account has no second factor.');
  await deleteAllFactors(tx, userId);
  await endAllSessions(tx, userId);
  await mailFactorsRemoved(app, tx, userId);
  await recordAct(tx, administrator, { act: 'removed-second-factor', subject: { kind: 'user', id: userId } });
}
