import type { Category } from '@scoville/contract/categories.ts';
import {
  genreInfo,
  genrePositions,
  genres,
  moodInfo,
  moodPositions,
  moods,
} from '@scoville/contract/category-calls.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';

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
  const queryKey = keyOf(kind === 'genre' ? genres : moods);
  const mutationKey = [`${kind}-positions`];
  const isAlone = () => client.isMutating({ mutationKey }) === 1;
  const body = { positions: categories.map(({ id }, index) => ({ id, position: index + 1 })) };
  const saving = client.getMutationCache().build(client, {
    mutationKey,
    scope: { id: mutationKey[0]! },
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
      if (!isAlone()) return;
      client.setQueryData(queryKey, before?.saved);
      void client.invalidateQueries({ queryKey });
    },
  });
  await saving.execute(undefined);
}
