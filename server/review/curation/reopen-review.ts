import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict } from '../../platform/http/errors.ts';
import { lockVisible } from '../../catalogue/media/media.visible.ts';
import { changePublication } from './change-publication.ts';

const JUDGED_SINCE =
  'This media has a new or changed verdict that you have not seen. Look at it before you discard it.';

/**
 * Reopens the review of a song or video as an administrator, which discards its verdict. Throws 409 when there is no
 * verdict, or when it differs from the one that the administrator saw, so that no unseen verdict is discarded.
 * @param seen when the verdict that the administrator saw was given or changed
 */
export async function reopenReview(app: App, tx: Tx, caller: Actor, id: string, seen: string | null): Promise<void> {
  const row = await lockVisible(tx, caller, id);
  const actor = await administratorNow(app, tx, caller.userId);
  if (row.verdict !== null && (row.curated_at?.toISOString() ?? null) !== seen) throw conflict(JUDGED_SINCE);
  await changePublication(app, tx, { row, events: [{ type: 'reopen' }], actorId: actor.userId, notify: false });
  await recordAct(tx, actor, { act: 'reopened-review', subject: { kind: 'media', id, name: row.title } });
}
