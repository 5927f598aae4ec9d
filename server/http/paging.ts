import type { Cursors } from './cursor.ts';
import { badRequest } from './errors.ts';

/** What a caller says of the page that is wanted, as `PageQuery` of the contract parsed it. */
export interface PageWish {
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
}

/** The last row that a page number reaches; a cursor has no such limit. */
const FURTHEST = 10_000;

/**
 * The rows before a page that is asked for by its number; 0 where a cursor says where it begins.
 * @param furthest the last row that may be asked for so; throws 400 beyond it
 */
export function rowsBefore({ page = 1, cursor }: PageWish, size: number, furthest = FURTHEST): number {
  if (cursor !== undefined) return 0;
  if (page * size > furthest)
    throw badRequest('This page is too far from the start. Follow paging.next instead of counting pages.');
  return (page - 1) * size;
}

/** The rows of a page and the cursor of the next, out of rows that were read one too many. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: rows.length > size && last !== undefined ? cursorAfter(last) : null };
}

/** A place in a list by time: the last row of a page. */
export interface TimePlace {
  createdAt: string;
  id: string;
}

/** Cursors of a list that is in the order of time. */
export const timeCursors = (cursors: Cursors, list: string) => ({
  /** Null at the start. Throws 400 for what is no cursor of this list. */
  read(cursor: string | undefined): TimePlace | null {
    if (cursor === undefined) return null;
    const [createdAt, id] = cursors.read(list, cursor);
    return { createdAt: String(createdAt), id: String(id) };
  },
  write: (last: { created_at: Date; id: string }): string =>
    cursors.write(list, [last.created_at.toISOString(), last.id]),
});
