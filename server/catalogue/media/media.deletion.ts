import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';
import type { MarkSource } from './marks.ts';
import { mediaChanged } from './media.events.ts';
import { prefixesOf } from './media.writes.ts';

/**
 * Marks the files of all of an account's media for deletion, and notifies every process. These media, and those whose
 * figures include the account's marks (today, its favorites), are locked in order of id, because two accounts that
 * marked each other's media may be deleted at the same time.
 */
export const deleteMediaOf =
  (sources: readonly Pick<MarkSource, 'counted'>[]): AccountDeletion =>
  async (tx, userId) => {
    const counted = (await Promise.all(sources.map((source) => source.counted(tx, userId)))).flat();
    const rows = await tx<{ id: string; isOwn: boolean }[]>`
      select id, musician_id = ${userId} as "isOwn" from media
      where musician_id = ${userId} or id = any(${counted}::uuid[]) order by id for update`;
    const own = rows.filter(({ isOwn }) => isOwn).map(({ id }) => id);
    await markForDeletion(tx, own.flatMap(prefixesOf));
    for (const id of own) await mediaChanged(tx, id);
  };
