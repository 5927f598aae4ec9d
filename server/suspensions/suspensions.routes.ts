import { liftSuspension, suspendUser } from '@scoville/contract/suspensions.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { endAllSessions } from '../auth/session.ts';
import { transaction } from '../db/connection.ts';
import { conflict, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { lockUser } from '../users/users.queries.ts';
import { mailLifted, mailSuspension } from './mail-suspension.ts';
import { endSuspension, writeSuspension } from './suspensions.queries.ts';

export const suspensionsRoutes = (app: App) => [
  route(suspendUser, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    const { reason, days } = call.body;
    return transaction(app.db, async (tx) => {
      const account = await lockUser(tx, id);
      if (account === null) throw notFound('This account');
      // Nor does anybody lock oneself out by it.
      if (account.role === 'admin')
        throw conflict('This is an administrator. Take the role away first, then suspend the account.');
      const row = await writeSuspension(tx, { userId: id, reason, days, by: actor.userId });
      await endAllSessions(tx, id);
      await mailSuspension(app, tx, id, row);
      await recordAct(tx, actor, {
        act: 'suspended-user',
        subject: { kind: 'user', id },
        details: { until: row.ends_at?.toISOString().slice(0, 10) ?? 'lifted', reason },
      });
      return { reason: row.reason, endsOn: row.ends_at?.toISOString() ?? null };
    });
  }),

  route(liftSuspension, async (call) => {
    const { id } = call.params;
    await transaction(app.db, async (tx) => {
      if ((await lockUser(tx, id)) === null) throw notFound('This account');
      if (!(await endSuspension(tx, id))) throw conflict('This account is not suspended.');
      await mailLifted(app, tx, id);
      await recordAct(tx, signedIn(call), { act: 'lifted-suspension', subject: { kind: 'user', id } });
    });
    return { lifted: true as const };
  }),
];
