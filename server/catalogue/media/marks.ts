import type { Marks } from '@scoville/contract/catalogue/media/media.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { port } from '../../platform/ports.ts';

/**
 * A domain that stores what accounts do with media, such as favorites. What an account did with an item is its mark on
 * it. All such domains are listed in app.ts.
 */
export interface MarkSource {
  /** The marks of an account, such as favorites, among these media, in one query. Media without a mark are left out. */
  of: (db: Db, userId: string, mediaIds: readonly string[]) => Promise<ReadonlyMap<string, Partial<Marks>>>;
  /**
   * The media whose figures include a mark, such as a favorite, of this account; these figures change when the account
   * is deleted.
   */
  counted: (db: Db, userId: string) => Promise<readonly string[]>;
}

export const markSources = port<MarkSource>('sources of marks');

/** Defaults for visitors, and for items that the user hasn't marked, for example as a favorite. */
export const UNMARKED: Marks = { isFavorite: false };

/**
 * Reads a viewer's marks, such as favorites, on these media: one query per source, and none for a visitor or an empty
 * page.
 */
export async function readMarks(
  sources: readonly MarkSource[],
  db: Db,
  viewer: Actor | null,
  mediaIds: readonly string[],
): Promise<(mediaId: string) => Marks> {
  if (viewer === null || mediaIds.length === 0) return () => UNMARKED;
  const found = await Promise.all(sources.map((source) => source.of(db, viewer.userId, mediaIds)));
  return (mediaId) => {
    const marks = found.map((of) => of.get(mediaId)).filter((of) => of !== undefined);
    return marks.length === 0 ? UNMARKED : Object.assign({ ...UNMARKED }, ...marks);
  };
}
