import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { administratorNow } from '../auth/actor-now.ts';
import type { Tx } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { conflict, notFound } from '../http/errors.ts';
import { lockUser } from '../users/users.queries.ts';
import { mailLifted } from './mail-suspension.ts';
import { endSuspension } from './suspensions.queries.ts';

/**
 * Lets a suspended account sign in again, and notifies its owner. Throws 404 if the account is deleted, 409 if it is
 * not suspended.
 */
export async function liftSuspensionOf(app: App, tx: Tx, administrator: Actor, userId: string): Promise<undefined> {
  if ((await lockUser(tx, userId)) === null) throw notFound('This account');
  await administratorNow(app, tx, administrator.userId);
  if (!(await endSuspension(tx, userId))) throw conflict('This account is not suspended.');
  await mailLifted(app, tx, userId);
  await recordAct(tx, administrator, { act: 'lifted-suspension', subject: { kind: 'user', id: userId } });
}
