import type { History } from '@scoville/contract/listening/discovery/recommendations.ts';
import { localFavorites } from '../../catalogue/favorites/local-favorites.ts';
import { localPlays } from '../../catalogue/player/local-plays.ts';

/** The maximum number of plays, and of favorites, that the calls accept. */
const MOST = 12;

/**
 * The history that this browser has of a visitor, for recommendations; empty for a member, whose history the server
 * has.
 */
export const localHistory = (isVisitor: boolean): History =>
  isVisitor
    ? { played: localPlays().slice(0, MOST), favorited: localFavorites().slice(-MOST).toReversed() }
    : { played: [], favorited: [] };
