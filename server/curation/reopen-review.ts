import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { administratorNow } from '../auth/actor-now.ts';
import type { Tx } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { lockVisible } from '../media/media.visible.ts';
import { changePublication } from './change-publication.ts';

/** Has a media reviewed again as an administrator. Its verdict is lost; throws 409 where there is none. */
export async function reopenReview(app: App, tx: Tx, caller: Actor, id: string): Promise<void> {
  const row = await lockVisible(tx, caller, id);
  const actor = await administratorNow(app, tx, caller.userId);
  await changePublication(app, tx, { row, events: [{ type: 'reopen' }], actorId: actor.userId, notify: false });
  await recordAct(tx, actor, { act: 'reopened-review', subject: { kind: 'media', id, name: row.title } });
}
