import { type UniqueField, checkUnique } from '@scoville/contract/unique.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { useDebounced } from '../lib/use-debounced.ts';

/** `waiting` until the server has answered about what is typed; `unknown` when it cannot. */
export type Uniqueness = 'waiting' | 'free' | 'taken' | 'unknown';

/**
 * Is a value still free? Asked once nothing was typed for `delay` milliseconds.
 * @param value null while there is nothing to ask about
 */
export function useUnique(field: UniqueField, value: string | null, delay = 500): Uniqueness {
  const settled = useDebounced(value, delay);
  const { data, isError } = useQuery({
    ...queryOf(checkUnique, { body: { field, value: settled ?? '' } }),
    enabled: settled !== null && settled === value,
    retry: false,
  });
  if (settled !== value) return 'waiting';
  if (isError) return 'unknown';
  return data === undefined ? 'waiting' : data.isUnique ? 'free' : 'taken';
}
