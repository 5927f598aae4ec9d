import type { App } from '../../app-context.ts';
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
 * Keeps an account from signing in, ends its sessions and private links, and tells it until when: where a suspension is in force
 * already, until the later of both ends. Throws 404 where it is gone, 409 for an administrator.
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
  // Nor does anybody lock oneself out by it.
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
