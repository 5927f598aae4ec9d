import type { MediaList } from '@scoville/contract/media-lists.ts';
import type { App } from '../app-context.ts';
import type { Actor } from '../http/actor.ts';
import { type PageWish, cutPage, rowsBefore } from '../http/paging.ts';
import type { MediaRow } from '../media/media.queries.ts';
import { presentList } from '../media/media.read.ts';
import { type ListFilter, listName } from './list-filter.ts';
import { aboutHowMany, newestPage } from './lists.queries.ts';
import { placeAt, shuffledPage } from './shuffled.queries.ts';
import { bitsFor } from './shuffle.ts';

export const PAGE_SIZE = 20;
/** The last row of a shuffled list that a page number reaches: those before it are read in the order of the seed. */
const FURTHEST_SHUFFLED = 1000;

interface ListWish extends PageWish {
  filter: ListFilter;
  /** 0 or undefined is the order of time. */
  seed?: number | undefined;
}

/** One page of a public list, newest first or in the order of a seed, with the cursor of the next one. */
export async function pageOfMedia(app: App, actor: Actor | null, wish: ListWish): Promise<MediaList> {
  const { page = 1, size = PAGE_SIZE } = wish;
  const { rows, next } = await rowsOfPage(app, wish);
  return { media: await presentList(app, actor, rows), paging: { page, size, next } };
}

/** The rows of such a page, for whoever shows several lists at once. */
export function rowsOfPage(app: App, wish: ListWish): Promise<{ rows: MediaRow[]; next: string | null }> {
  const { seed = 0 } = wish;
  return seed > 0 ? shuffledList(app, wish, seed) : newestList(app, wish);
}

async function newestList({ db, cursors }: App, wish: ListWish) {
  const { filter, size = PAGE_SIZE, cursor } = wish;
  const name = `newest ${listName(filter)}`;
  const [publishedAt, id] = cursor === undefined ? [] : cursors.read(name, cursor);
  const after = cursor === undefined ? null : { publishedAt: String(publishedAt), id: String(id) };
  const rows = await newestPage(db, filter, {
    after,
    size: size + 1,
    offset: rowsBefore(wish, size),
  });
  const { shown, next } = cutPage(rows, size, (last) =>
    cursors.write(name, [last.published_at?.toISOString() ?? '', last.id]),
  );
  return { rows: shown, next };
}

async function shuffledList({ db, cursors }: App, wish: ListWish, seed: number) {
  const { filter, size = PAGE_SIZE, cursor } = wish;
  const skip = rowsBefore(wish, size, FURTHEST_SHUFFLED);
  const name = `seed ${seed} ${listName(filter)}`;
  const [bits, group, hash, id] = cursor === undefined ? [] : cursors.read(name, cursor);
  const grain = cursor === undefined ? bitsFor(await aboutHowMany(db, filter)) : Number(bits);
  const order = { seed, bits: grain };
  const after =
    cursor === undefined
      ? await placeAt(db, filter, { ...order, skip })
      : { group: Number(group), hash: String(hash), id: String(id) };
  if (after === null && skip > 0) return { rows: [], next: null };
  const rows = await shuffledPage(db, filter, { ...order, after, size: size + 1 });
  const { shown, next } = cutPage(rows, size, (last) =>
    cursors.write(name, [grain, last.shuffle_group, last.shuffle_hash, last.id]),
  );
  return { rows: shown, next };
}
