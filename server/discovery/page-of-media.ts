import type { MediaList } from '@scoville/contract/media-lists.ts';
import type { App } from '../app-context.ts';
import type { Actor } from '../http/actor.ts';
import { MAX_SORTED_OFFSET, type Page, type PageWish, type Slice, readPage } from '../http/paging.ts';
import type { MediaRow } from '../media/media.queries.ts';
import { presentList } from '../media/media.read.ts';
import { type ListFilter, listName } from './list-filter.ts';
import { type NewestPlace, aboutHowMany, newestPage } from './lists.queries.ts';
import { placeAt, shuffledPage } from './shuffled.queries.ts';
import { bitsFor } from './shuffle.ts';

export const PAGE_SIZE = 20;

interface ListWish extends PageWish {
  filter: ListFilter;
  /** 0 or undefined is the order of time. */
  seed?: number | undefined;
}

/** One page of a public list, newest first or in the order of a seed, with the cursor of the next one. */
export async function pageOfMedia(app: App, actor: Actor | null, wish: ListWish): Promise<MediaList> {
  const { rows, paging } = await rowsOfPage(app, wish);
  return { media: await presentList(app, actor, rows), paging };
}

/** The rows of such a page, for whoever shows several lists at once. */
export function rowsOfPage(app: App, wish: ListWish): Promise<Page<{ rows: MediaRow[] }>> {
  const { seed = 0 } = wish;
  return seed > 0 ? shuffledList(app, wish, seed) : newestList(app, wish);
}

const newestList = ({ db, cursors }: App, { filter, ...wish }: ListWish) =>
  readPage(cursors, wish, {
    name: `newest ${listName(filter)}`,
    size: PAGE_SIZE,
    read: async (slice: Slice<NewestPlace>) => ({ rows: await newestPage(db, filter, slice) }),
    placeOf: (row): NewestPlace => [row.published_at?.toISOString() ?? '', row.id],
  });

/** The grain of the shuffle travels along: it may be another by the next page. */
type ShuffledPlace = readonly [bits: number, group: number, hash: string, id: string];

const shuffledList = ({ db, cursors }: App, { filter, ...wish }: ListWish, seed: number) =>
  readPage(cursors, wish, {
    name: `seed ${seed} ${listName(filter)}`,
    size: PAGE_SIZE,
    maxOffset: MAX_SORTED_OFFSET,
    read: async ({ after, skip, limit }: Slice<ShuffledPlace>) => {
      const bits = after?.[0] ?? bitsFor(await aboutHowMany(db, filter));
      const order = { seed, bits };
      const place =
        after === null
          ? await placeAt(db, filter, { ...order, skip })
          : { group: after[1], hash: after[2], id: after[3] };
      const rows =
        place === null && skip > 0 ? [] : await shuffledPage(db, filter, { ...order, after: place, size: limit });
      return { rows, bits };
    },
    placeOf: (row, { bits }): ShuffledPlace => [bits, row.shuffle_group, row.shuffle_hash, row.id],
  });
