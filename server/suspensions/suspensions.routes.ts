import { liftSuspension, suspendUser } from '@scoville/contract/suspensions.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { transaction } from '../db/connection.ts';
import { conflict, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { lockUser } from '../users/users.queries.ts';
import { mailLifted } from './mail-suspension.ts';
import { suspend } from './suspend.ts';
import { endSuspension } from './suspensions.queries.ts';

export const suspensionsRoutes = (app: App) => [
  route(suspendUser, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    const { reason, days } = call.body;
    const row = await transaction(app.db, (tx) => suspend(app, tx, actor, { userId: id, reason, days }));
    return { reason: row.reason, endsOn: row.ends_at?.toISOString() ?? null };
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
