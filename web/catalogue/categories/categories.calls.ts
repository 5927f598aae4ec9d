import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import {
  genreInfo,
  genrePositions,
  genres,
  moodInfo,
  moodPositions,
  moods,
} from '@scoville/contract/catalogue/categories/category-calls.ts';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { inOrderOf } from '../../platform/lib/in-order-of.ts';
import { queryOf } from '../../platform/lib/query.ts';

type Reading = Pick<QueryFunctionContext, 'client' | 'signal'>;

const movesOf = (kind: Category['kind']) => ({ mutationKey: [`${kind}-positions`] });
const { queryKey: genresKey } = queryOf(genres, {});
const { queryKey: moodsKey } = queryOf(moods, {});

/**
 * Sorts fetched categories into the shown order while a move is being saved, because the server may not have saved the
 * move yet. The last move refetches the list.
 */
function asShown(client: QueryClient, kind: Category['kind'], read: Category[]): Category[] {
  if (client.isMutating(movesOf(kind)) === 0) return read;
  const shown = kind === 'genre' ? client.getQueryData(genresKey)?.genres : client.getQueryData(moodsKey)?.moods;
  return shown === undefined ? read : inOrderOf(shown, read);
}

export const genresQuery = {
  ...queryOf(genres, {}),
  queryFn: async ({ client, signal }: Reading) => {
    const read = await call(genres, { signal });
    return { ...read, genres: asShown(client, 'genre', read.genres) };
  },
};

export const moodsQuery = {
  ...queryOf(moods, {}),
  queryFn: async ({ client, signal }: Reading) => {
    const read = await call(moods, { signal });
    return { ...read, moods: asShown(client, 'mood', read.moods) };
  },
};

/** Refetches everything that shows genres, or moods. */
export async function invalidateCategories(client: QueryClient, kind: Category['kind']): Promise<void> {
  const showing = kind === 'genre' ? [genres, genreInfo] : [moods, moodInfo];
  await Promise.all(showing.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

/**
 * Saves a new order of the genres or moods. The list shows it at once and reverts it if the save fails, in which case
 * this throws. Saves run one after the other, and only the last one writes its answer into the cache, because an
 * earlier answer lacks later moves, and the next move would save the order that this answer shows.
 */
export async function arrangeCategories(
  client: QueryClient,
  kind: Category['kind'],
  categories: readonly Category[],
): Promise<void> {
  const queryKey: QueryKey = kind === 'genre' ? genresKey : moodsKey;
  const moves = movesOf(kind);
  const isAlone = () => client.isMutating(moves) === 1;
  const body = { positions: categories.map(({ id }, index) => ({ id, position: index + 1 })) };
  const saving = client.getMutationCache().build(client, {
    ...moves,
    scope: { id: `${kind}-positions` },
    mutationFn: () => call(kind === 'genre' ? genrePositions : moodPositions, { body }),
    onMutate: async () => {
      // A running read would bring back the old order.
      await client.cancelQueries({ queryKey });
      // The order shown by an earlier move may fail to be saved, so a later move must not revert to it.
      const saved = isAlone() ? client.getQueryData(queryKey) : undefined;
      client.setQueryData(queryKey, { [`${kind}s`]: categories, total: categories.length });
      return { saved };
    },
    onSuccess: (now) => {
      if (isAlone()) client.setQueryData(queryKey, now);
    },
    onError: (_error, _variables, before) => {
      if (isAlone()) client.setQueryData(queryKey, before?.saved);
    },
    // The list is always refetched, because a running read may have the old order, and a read during the move may
    // contain more than the answer.
    onSettled: () => {
      if (isAlone()) void client.invalidateQueries({ queryKey });
    },
  });
  await saving.execute(undefined);
}
