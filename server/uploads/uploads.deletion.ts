import type { AccountDeletion } from '../users/account-deletion.ts';

/** Gives up what an account's uploads left on the way: the next sweep removes it, wherever it grows. */
export const deleteUploadsOf: AccountDeletion = async (tx, userId) => {
  await tx`update resumable_uploads set expires_at = now() where user_id = ${userId}`;
  await tx`update upload_reservations set until = now() where user_id = ${userId}`;
};
