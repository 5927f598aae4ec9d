import type { Cursors, Place } from './cursor.ts';
import { invalid } from './errors.ts';

/** The caller's choice of a page, as parsed by `PageQuery` of the contract. */
export interface PageOptions {
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
  /** Rows to skip before the page, instead of a page number. For a list that follows another one on the same page. */
  skip?: number | undefined;
}

/** The last row that a page number reaches; a cursor has no such limit. */
const MAX_OFFSET = 10_000;
/** Like MAX_OFFSET, for lists without an index for their order, which read all rows before a page. */
export const MAX_SORTED_OFFSET = 1000;

/** Most bytes of a page's rows, for lists of long texts. */
export const MAX_PAGE_BYTES = 200_000;

/** The part of a list that its query reads. */
export interface Slice<P extends Place> {
  /** The place of the row before the page, if the caller sent a cursor. */
  after: P | null;
  /** Number of rows before the page, if the caller sent a page number. */
  skip: number;
  /** The rows of a page and one more, which shows whether another page follows. */
  limit: number;
}

interface List<P extends Place, Found extends { rows: readonly unknown[] }> {
  /** Identifies the list, all its filters, and the form of its places. Cursors of other lists are refused. */
  name: string;
  /** Rows of a page if the caller requests no number. */
  size: number;
  /** The last row that a page number reaches, if not MAX_OFFSET. */
  maxOffset?: number;
  /** Bytes of a page's rows as JSON. A page of long texts ends early, before it has all requested rows. */
  maxBytes?: number;
  /** The field of the body that contains `page` and `cursor`, if they aren't at the top level. */
  within?: string;
  read: (slice: Slice<P>) => Promise<Found>;
  /** The place of a row, which must be unique in the list. */
  placeOf: (row: Found['rows'][number], found: Found) => P;
}

/** The result of `read`, cut to the page, and the paging part of the answer. */
export type Page<Found extends { rows: readonly unknown[] }> = Omit<Found, 'rows'> & {
  rows: Found['rows'][number][];
  paging: { page: number; size: number; next: string | null };
};

/**
 * Reads one page of a list, by its number or, with precedence, by a cursor. Clients that follow `next` from the first
 * page see every row that keeps its place exactly once, even if other rows are added or removed in between. `next` is
 * null at the end of the list and only there. A page ends early when its rows exceed `maxBytes`, but has at least one
 * row. Throws 400 if the number is too high or the cursor isn't one that we made for this list.
 */
export async function readPage<P extends Place, Found extends { rows: readonly unknown[] }>(
  cursors: Cursors,
  options: PageOptions,
  list: List<P, Found>,
): Promise<Page<Found>> {
  const { page = 1, size = list.size, cursor } = options;
  const field = (name: 'page' | 'cursor') => (list.within === undefined ? name : `${list.within}.${name}`);
  const { skip = (page - 1) * size } = options;
  if (cursor === undefined && skip + size > (list.maxOffset ?? MAX_OFFSET))
    throw invalid(field('page'), 'This page is too far from the start. Follow paging.next instead of counting pages.');
  const found = await list.read({
    // The signature of the cursor covers the list's name, so its position has the type P of this list.
    after: cursor === undefined ? null : (cursors.read(list.name, cursor, field('cursor')) as unknown as P),
    skip: cursor === undefined ? skip : 0,
    limit: size + 1,
  });
  const rows = [...fitting<Found['rows'][number]>(found.rows.slice(0, size), list.maxBytes)];
  const isLast = found.rows.length === rows.length;
  const next = isLast ? null : cursors.write(list.name, list.placeOf(rows.at(-1), found));
  return { ...found, rows, paging: { page, size, next } };
}

/** The first of these rows that fit into `most` bytes of JSON, but at least one. */
function fitting<Row>(rows: readonly Row[], most: number | undefined): readonly Row[] {
  if (most === undefined) return rows;
  let bytes = 0;
  const end = rows.findIndex((row, at) => (bytes += Buffer.byteLength(JSON.stringify(row))) > most && at > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

/** A place in a list by time, newest first. */
export type TimePlace = readonly [createdAt: string, id: string];

export const timePlace = (row: { created_at: Date; id: string }): TimePlace => [row.created_at.toISOString(), row.id];
