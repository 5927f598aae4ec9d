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

/** Gives genres or moods this order. It stands at once, and goes back when it cannot be saved: then this throws. */
export async function arrangeCategories(
  client: QueryClient,
  kind: Category['kind'],
  categories: readonly Category[],
): Promise<void> {
  const key = keyOf(kind === 'genre' ? genres : moods);
  const before = client.getQueryData(key);
  client.setQueryData(key, { [`${kind}s`]: categories, total: categories.length });
  const body = { positions: categories.map(({ id }, index) => ({ id, position: index + 1 })) };
  try {
    client.setQueryData(key, await call(kind === 'genre' ? genrePositions : moodPositions, { body }));
  } catch (error) {
    client.setQueryData(key, before);
    throw error;
  }
}
