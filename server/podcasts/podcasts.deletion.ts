import { markForDeletion } from '../storage/pending-deletions.ts';
import type { AccountDeletion } from '../users/delete-account.ts';
import { drawnPrefix } from './feed-artwork.ts';

/** Gives up what was drawn for an account that is deleted. */
export const deleteDrawnOf: AccountDeletion = (tx, userId) => markForDeletion(tx, [drawnPrefix(userId)]);
