import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { administratorNow } from '../auth/actor-now.ts';
import type { Tx } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { conflict } from '../http/errors.ts';
import { lockVisible } from '../media/media.visible.ts';
import { changePublication } from './change-publication.ts';

const JUDGED_SINCE =
  'This media has a new or changed verdict that you have not seen. Look at it before you discard it.';

/**
 * Has a media reviewed again as an administrator. Its verdict is lost; throws 409 where there is none, or another than the
 * one that the administrator saw: nobody discards what they know nothing of.
 * @param seen when that verdict was given or changed
 */
export async function reopenReview(app: App, tx: Tx, caller: Actor, id: string, seen: string | null): Promise<void> {
  const row = await lockVisible(tx, caller, id);
  const actor = await administratorNow(app, tx, caller.userId);
  if (row.verdict !== null && (row.curated_at?.toISOString() ?? null) !== seen) throw conflict(JUDGED_SINCE);
  await changePublication(app, tx, { row, events: [{ type: 'reopen' }], actorId: actor.userId, notify: false });
  await recordAct(tx, actor, { act: 'reopened-review', subject: { kind: 'media', id, name: row.title } });
}
