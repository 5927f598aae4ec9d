import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { mediaChanged } from '../../catalogue/media/media.events.ts';
import { isAdmin, isOwner, publicationOf } from '../../catalogue/media/media.policy.ts';
import { lockVisible } from '../../catalogue/media/media.visible.ts';
import { deleteMediaRow, prefixesOf } from '../../catalogue/media/media.writes.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { countsForChef } from './change-publication.ts';
import { recountMasterChef } from './curation.queries.ts';

/**
 * Deletes a song or video as its owner or an administrator. Returns a function to call after the transaction, or
 * undefined.
 */
export async function removeSubmission(
  app: App,
  tx: Tx,
  caller: Actor,
  id: string,
): Promise<(() => Promise<void>) | undefined> {
  const row = await lockVisible(tx, caller, id);
  const actor = await callerNow(app, tx, caller.userId);
  if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('Only its owner may delete this media.');
  await markForDeletion(tx, prefixesOf(id));
  await deleteMediaRow(tx, id);
  if (countsForChef(publicationOf(row))) await recountMasterChef(tx, row.musician_id, app.env.MASTER_CHEF_ITEMS);
  await mediaChanged(tx, id);
  if (!isOwner(actor, row))
    await recordAct(tx, actor, { act: 'deleted-media', subject: { kind: 'media', id, name: row.title } });
  if (row.status !== 'failed') return undefined;
  // A failed upload takes no place of the plan, so its files must not occupy the disk during the quarantine either.
  return async () => {
    for (const prefix of prefixesOf(id)) await app.storage.remove(prefix);
  };
}
