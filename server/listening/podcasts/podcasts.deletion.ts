import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';
import { feedArtworkPrefix } from './feed-artwork.ts';

/** Marks the drawn artwork of a deleted account for deletion. */
export const deleteFeedArtwork: AccountDeletion = (tx, userId) => markForDeletion(tx, [feedArtworkPrefix(userId)]);
