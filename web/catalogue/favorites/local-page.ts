import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { mixed } from '@scoville/contract/platform/lib/mixed.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { call } from '../../platform/lib/call.ts';
import type { MediaPage } from '../media/media-pages.ts';
import { localFavorites } from './local-favorites.ts';

const SIZE = 20;

/**
 * The ids of a page in the order of a seed, starting after an id. The ids are ordered by a hash of each, so that adding
 * or removing one doesn't move the others. Pure.
 */
export function localPage(
  all: readonly string[],
  seed: number,
  after: string | undefined,
): { ids: string[]; next: string | null } {
  const placeOf = (id: string): [number, string] => [mixed(Number.parseInt(id.slice(-8), 16) ^ mixed(seed)), id];
  const follows = ([hash, id]: [number, string], [other, before]: [number, string]) =>
    hash > other || (hash === other && id > before);
  const left = all
    .map(placeOf)
    .toSorted((one, other) => (follows(one, other) ? 1 : -1))
    .filter((place) => after === undefined || follows(place, placeOf(after)));
  const ids = left.slice(0, SIZE).map(([, id]) => id);
  return { ids, next: left.length > SIZE ? (ids.at(-1) ?? null) : null };
}

/** A page of a visitor's favorites, without hidden and deleted ones. Skips pages on which nothing is left. */
export async function fetchLocalPage(seed: number, after: string | undefined, signal: AbortSignal): Promise<MediaPage> {
  const { ids, next } = localPage(localFavorites().filter(isId), seed, after);
  const paging = { page: 1, size: SIZE, next };
  if (ids.length === 0) return { media: [], paging };
  const { media } = await call(mediaSearch, { query: { ids: ids.join(','), paged: false }, signal });
  return media.length > 0 || next === null ? { media, paging } : fetchLocalPage(seed, next, signal);
}
