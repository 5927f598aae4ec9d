import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { MAX_SORTED_OFFSET, type PageOptions, type Slice, readPage } from '../../platform/http/paging.ts';
import type { PublicCache } from '../../platform/http/public-cache.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { type ListFilter, listName } from './list-filter.ts';
import {
  type ArrangedPlace,
  type NewestPlace,
  estimateCount,
  arrangedKeys,
  newestKeys,
  playlistOf,
} from './lists.queries.ts';
import { placeAt, shuffledKeys } from './shuffled.queries.ts';
import { bitsFor } from './shuffle.ts';

export const PAGE_SIZE = 20;

interface ListOptions extends PageOptions {
  filter: ListFilter;
  /** 0 or undefined gives the order of time, or the one that administrators gave a genre or mood. */
  seed?: number | undefined;
  /** The version of the public data, if it was read after the call arrived. */
  asOf?: string | undefined;
}

/** One page of a public list, newest first or in the order of a seed, with the cursor of the next page. */
export async function readListPage(app: App, actor: Actor | null, options: ListOptions): Promise<MediaList> {
  const { ids, paging } = await idsOfPage(app, options);
  return { media: await presentList(app, actor, ids, options.asOf), paging };
}

/** The ids of such a page, for replies with several lists. */
export async function idsOfPage(
  app: App,
  options: ListOptions,
): Promise<{ ids: string[]; paging: MediaList['paging'] }> {
  const { seed = 0 } = options;
  const playlist = playlistOf(options.filter);
  const { rows, paging } = await (seed > 0
    ? shuffledList(app, options, seed)
    : playlist
      ? arrangedList(app, options, playlist)
      : newestList(app, options));
  return { ids: rows.map(({ id }) => id), paging };
}

const newestList = ({ db, cursors }: App, { filter, ...options }: ListOptions) =>
  readPage(cursors, options, {
    name: `newest ${listName(filter)}`,
    size: PAGE_SIZE,
    read: async (slice: Slice<NewestPlace>) => ({ rows: await newestKeys(db, filter, slice) }),
    placeOf: ({ published_at, id }): NewestPlace => [published_at.toISOString(), id],
  });

const arrangedList = ({ db, cursors }: App, { filter, ...options }: ListOptions, playlist: 'genre' | 'mood') =>
  readPage(cursors, options, {
    name: `arranged ${listName(filter)}`,
    size: PAGE_SIZE,
    read: async (slice: Slice<ArrangedPlace>) => ({ rows: await arrangedKeys(db, playlist, filter, slice) }),
    placeOf: ({ position, published_at, id }): ArrangedPlace => [position, published_at.toISOString(), id],
  });

/** The cursor carries the bits of the shuffle, because their number may have changed by the next page. */
type ShuffledPlace = readonly [bits: number, group: number, hash: string, id: string];

const shuffledList = ({ db, cursors, publicCache }: App, { filter, ...options }: ListOptions, seed: number) =>
  readPage(cursors, options, {
    name: `seed ${seed} ${listName(filter)}`,
    size: PAGE_SIZE,
    maxOffset: MAX_SORTED_OFFSET,
    read: async ({ after, skip, limit }: Slice<ShuffledPlace>) => {
      const bits = after?.[0] ?? bitsFor(await guessedCount(publicCache, db, filter));
      const order = { seed, bits };
      const place =
        after === null
          ? await placeAt(db, filter, { ...order, skip })
          : { group: after[1], hash: after[2], id: after[3] };
      const rows =
        place === null && skip > 0 ? [] : await shuffledKeys(db, filter, { ...order, after: place, size: limit });
      return { rows, bits };
    },
    placeOf: ({ group, hash, id }, { bits }): ShuffledPlace => [bits, group, hash, id],
  });

/** An estimate is enough: an outdated one costs time, and never changes the order. */
const guessedCount = (cache: PublicCache, db: Db, filter: ListFilter): Promise<number> =>
  cache.lately(`count of ${listName(filter)}`, () => estimateCount(db, filter));
