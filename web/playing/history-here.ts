import type { History } from '@scoville/contract/recommendations.ts';
import { localFavorites } from '../favorites/local-favorites.ts';
import { playedHere } from '../player/played-here.ts';

/** What the calls take of each. */
const MOST = 12;

/** What this browser remembers of a visitor, for recommendations; nothing for a member, of whom the server knows more. */
export const historyHere = (isVisitor: boolean): History =>
  isVisitor
    ? { played: playedHere().slice(0, MOST), favorited: localFavorites().slice(-MOST).toReversed() }
    : { played: [], favorited: [] };
