import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

/** Gives up an account's unfinished uploads; the next sweep removes their bytes, wherever they are stored. */
export const deleteUploadsOf: AccountDeletion = async (tx, userId) => {
  await tx`update resumable_uploads set expires_at = now() where user_id = ${userId}`;
  await tx`update upload_reservations set until = now() where user_id = ${userId}`;
};
