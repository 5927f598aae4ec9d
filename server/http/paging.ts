import type { Cursors, Place } from './cursor.ts';
import { invalid } from './errors.ts';

/** What a caller says of the page that is wanted, as `PageQuery` of the contract parsed it. */
export interface PageOptions {
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
  /** Rows before the first one, for a list that follows another on its page; in place of the page's number. */
  skip?: number | undefined;
}

/** The last row that a page number reaches; a cursor has no such limit. */
const MAX_OFFSET = 10_000;
/** The same of lists in an order that no index has: the rows before a page are looked at. */
export const MAX_SORTED_OFFSET = 1000;

/** Bytes of a page's rows, for lists of long texts. */
export const MAX_PAGE_BYTES = 200_000;

/** The part of a list that its query reads. */
export interface Slice<P extends Place> {
  /** The row before the first one, where a cursor named it. */
  after: P | null;
  /** Rows before the first one, where its number says where a page begins. */
  skip: number;
  /** The rows of a page and one more, which shows whether another page follows. */
  limit: number;
}

interface List<P extends Place, Found extends { rows: readonly unknown[] }> {
  /** Names the list, all that it was asked with, and the form of its places: the cursor of another list is refused. */
  name: string;
  /** Rows of a page unless the caller says how many. */
  size: number;
  /** The last row that a page number reaches, where that is not MAX_OFFSET. */
  maxOffset?: number;
  /** Bytes of a page's rows as JSON. A page of long texts ends early, before it has all requested rows. */
  maxBytes?: number;
  /** The field of the body that holds `page` and `cursor`, where they do not stand by themselves. */
  within?: string;
  read: (slice: Slice<P>) => Promise<Found>;
  /** Where a row stands; no other has the same place. */
  placeOf: (row: Found['rows'][number], found: Found) => P;
}

/** What `read` found, cut to the page, with the page's own part of the answer. */
export type Page<Found extends { rows: readonly unknown[] }> = Omit<Found, 'rows'> & {
  rows: Found['rows'][number][];
  paging: { page: number; size: number; next: string | null };
};

/**
 * One page of a list, asked for by its number or by the cursor that wins over it. Whoever follows `next` from the first
 * page sees every row that stays in its place once, whatever comes and goes beside it; `next` is null at the end and
 * nowhere else. A page ends early where its rows have more than `maxBytes`, and has one row at least. Throws 400 when the number is too high or the cursor is not one that we made for this list.
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
    // Signed for a list of this name, so its form is that of the list's places.
    after: cursor === undefined ? null : (cursors.read(list.name, cursor, field('cursor')) as unknown as P),
    skip: cursor === undefined ? skip : 0,
    limit: size + 1,
  });
  const rows = [...fitting<Found['rows'][number]>(found.rows.slice(0, size), list.maxBytes)];
  const isLast = found.rows.length === rows.length;
  const next = isLast ? null : cursors.write(list.name, list.placeOf(rows.at(-1), found));
  return { ...found, rows, paging: { page, size, next } };
}

/** The first of these rows that fit into this many bytes of JSON, but at least one. */
function fitting<Row>(rows: readonly Row[], most: number | undefined): readonly Row[] {
  if (most === undefined) return rows;
  let bytes = 0;
  const end = rows.findIndex((row, at) => (bytes += Buffer.byteLength(JSON.stringify(row))) > most && at > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

/** A place in a list by time, newest first. */
export type TimePlace = readonly [createdAt: string, id: string];

export const timePlace = (row: { created_at: Date; id: string }): TimePlace => [row.created_at.toISOString(), row.id];
