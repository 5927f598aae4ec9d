import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { FileOwner } from '../../platform/storage/in-use.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

/** Copies of accounts' data, under `exports/{account}/{run that made it}/my-data.zip`. */
export const exportFiles: FileOwner = {
  roots: ['exports'],
  async isNamed(db, prefix) {
    const userId = prefix.split('/')[1] ?? '';
    if (!isId(userId)) return false;
    const rows = await db`
      select 1 from data_exports
      where user_id = ${userId} and (storage_key = ${prefix} or starts_with(storage_key, ${`${prefix}/`}))`;
    return rows.length > 0;
  },
};

/** Deletes the copy of a deleted account's data at once, without the usual delay of a day. */
export const deleteExportOf: AccountDeletion = (tx, userId) => markForDeletion(tx, [`exports/${userId}`], 0);
