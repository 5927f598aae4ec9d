import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { lockUser } from '../../accounts/users/users.queries.ts';
import { mailSuspensionLifted } from './mail-suspension.ts';
import { endSuspension } from './suspensions.queries.ts';

/**
 * Lets a suspended account sign in again, and notifies its owner. Throws 404 if the account is deleted, 409 if it is
 * not suspended.
 */
export async function liftSuspensionOf(app: App, tx: Tx, administrator: Actor, userId: string): Promise<undefined> {
  if ((await lockUser(tx, userId)) === null) throw notFound('This account');
  await administratorNow(app, tx, administrator.userId);
  if (!(await endSuspension(tx, userId))) throw conflict('This account is not suspended.');
  await mailSuspensionLifted(app, tx, userId);
  await recordAct(tx, administrator, { act: 'lifted-suspension', subject: { kind: 'user', id: userId } });
}
