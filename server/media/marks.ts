import type { Marks } from '@scoville/contract/media.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { port } from '../ports.ts';

/** A domain that keeps what accounts do with media, such as favorites. Each is listed in app.ts. */
export interface MarkSource {
  /** The marks of an account on those of these media that it marked, in one query. */
  of: (db: Db, userId: string, mediaIds: readonly string[]) => Promise<ReadonlyMap<string, Partial<Marks>>>;
  /** The media whose figures count a mark of an account: they change when the account goes. */
  counted: (db: Db, userId: string) => Promise<readonly string[]>;
}

export const markSources = port<MarkSource>('sources of marks');

/** As visitors see every media, and everybody what they did not mark. */
export const UNMARKED: Marks = { isFavorite: false };

/** Reads what a viewer marked among these media: one query for each source, and none for a visitor or an empty page. */
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
