import type { MarkSource } from '../media/marks.ts';
import { favoriteIds, favoritesAmong } from './favorites.queries.ts';

const MARK = { isFavorite: true };

/** Marks the media of a page that are favorites of their viewer. */
export const favoriteMarks: MarkSource = {
  of: async (db, userId, mediaIds) =>
    new Map((await favoritesAmong(db, userId, mediaIds)).map((id) => [id, MARK] as const)),
  counted: favoriteIds,
};
