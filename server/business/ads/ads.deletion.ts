import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';
import { prefixesOf } from './ads.files.ts';

/**
 * Deletes the ads of a deleted account. Ads of others that it uploaded are kept, under another administrator's name.
 */
export const deleteAdsOf: AccountDeletion = async (tx, userId) => {
  const own = await tx<{ id: string }[]>`delete from ads where owner_id = ${userId} returning id`;
  await markForDeletion(
    tx,
    own.flatMap(({ id }) => prefixesOf(id)),
  );
  await tx`
    update sources set user_id = (
      select id from users where role = 'admin' and deleted_at is null and id <> ${userId} order by created_at, id limit 1)
    where owner_kind = 'ad' and user_id = ${userId}`;
};
