import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { endAllSessions } from '../../accounts/auth/session.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { endLinksOf } from '../../catalogue/media/private-link.ts';
import type { SuspensionRow } from '../../accounts/users/suspension.queries.ts';
import { lockUser } from '../../accounts/users/users.queries.ts';
import { mailSuspension } from './mail-suspension.ts';
import { writeSuspension } from './suspensions.queries.ts';

/**
 * Suspends an account: it can't sign in, and its sessions and private links end. The owner is notified of the end of
 * the suspension, which is the later one if a suspension is already in force. Throws 404 if the account is deleted, 409
 * for an administrator.
 */
export async function suspend(
  app: App,
  tx: Tx,
  administrator: Actor,
  { userId, reason, days }: { userId: string; reason: string; days: number | null },
): Promise<SuspensionRow> {
  const account = await lockUser(tx, userId);
  if (account === null) throw notFound('This account');
  await administratorNow(app, tx, administrator.userId);
  // This also prevents administrators from locking themselves out.
  if (account.role === 'admin')
    throw conflict('This is an administrator. Take the role away first, then suspend the account.');
  const row = await writeSuspension(tx, { userId, reason, days, by: administrator.userId });
  await endAllSessions(tx, userId);
  await endLinksOf(tx, userId);
  await mailSuspension(app, tx, userId, row);
  await recordAct(tx, administrator, {
    act: 'suspended-user',
    subject: { kind: 'user', id: userId },
    details: { until: row.ends_at?.toISOString().slice(0, 10) ?? 'lifted', reason },
  });
  return row;
}
