import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { isReviewer, roleOn } from '../../catalogue/media/media.policy.ts';
import { lockVisible } from '../../catalogue/media/media.visible.ts';
import { findCountedReadings } from '../readings/readings.queries.ts';
import { changePublication } from './change-publication.ts';
import { caseOf, step } from './give-reading.ts';

/** Rejects a submitted song or video as a reviewer or an administrator, with or without a reason. */
export async function rejectSubmission(
  app: App,
  tx: Tx,
  caller: Actor,
  id: string,
  reason?: string,
): Promise<undefined> {
  const row = await lockVisible(tx, caller, id);
  const actor = await callerNow(app, tx, caller.userId);
  const role = roleOn(actor, row);
  if (role === null || !isReviewer(actor, row)) throw forbidden('You cannot review your own media.');
  const read = await findCountedReadings(tx, id);
  if (read.length > 0) step(caseOf(read), { type: 'reject', by: actor.userId });
  await changePublication(app, tx, {
    row,
    events: [{ type: 'reject', role }],
    actorId: actor.userId,
    words: reason || null,
    notify: true,
  });
  await recordAct(tx, actor, { act: 'rejected-media', subject: { kind: 'media', id, name: row.title } });
}
