import { liftSuspension, suspendUser } from '@scoville/contract/community/suspensions.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { liftSuspensionOf } from './lift-suspension.ts';
import { suspend } from './suspend.ts';

export const suspensionsRoutes = (app: App) => [
  route(suspendUser, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    const { reason, days } = call.body;
    const row = await transaction(app.db, (tx) => suspend(app, tx, actor, { userId: id, reason, days }));
    return { reason: row.reason, endsOn: row.ends_at?.toISOString() ?? null };
  }),

  route(liftSuspension, async (call) => {
    await transaction(app.db, (tx) => liftSuspensionOf(app, tx, signedIn(call), call.params.id));
    return { lifted: true as const };
  }),
];
