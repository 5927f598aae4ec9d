import type { Category } from '@scoville/contract/categories.ts';
import {
  genreInfo,
  genrePositions,
  genres,
  moodInfo,
  moodPositions,
  moods,
} from '@scoville/contract/category-calls.ts';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { inOrderOf } from '../lib/in-order-of.ts';
import { queryOf } from '../lib/query.ts';

type Reading = Pick<QueryFunctionContext, 'client' | 'signal'>;

const movesOf = (kind: Category['kind']) => ({ mutationKey: [`${kind}-positions`] });
const { queryKey: genresKey } = queryOf(genres, {});
const { queryKey: moodsKey } = queryOf(moods, {});

/** What was read, in the order that is shown while a move is saved: the server may not have it yet, and the last move has the list read again. */
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

/** Has everything read again that shows genres, or moods. */
export async function categoriesChanged(client: QueryClient, kind: Category['kind']): Promise<void> {
  const showing = kind === 'genre' ? [genres, genreInfo] : [moods, moodInfo];
  await Promise.all(showing.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

/**
 * Gives genres or moods this order. It stands at once, and goes back when it cannot be saved: then this throws. Saves go
 * one after the other, and only the last one writes what it came to: an earlier one knows nothing of what was moved since,
 * and the next move would save what it put on the screen.
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
      // What is being read has the order of before.
      await client.cancelQueries({ queryKey });
      // The order that an earlier move showed may never be saved: it is none to go back to.
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
    // What is being read may have the order of before, and what was read since more than the answer.
    onSettled: () => {
      if (isAlone()) void client.invalidateQueries({ queryKey });
    },
  });
  await saving.execute(undefined);
}
