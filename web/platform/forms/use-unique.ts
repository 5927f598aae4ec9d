import { type UniqueField, checkUnique } from '@scoville/contract/platform/lib/unique.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { useDebounced } from '../lib/use-debounced.ts';

/** `waiting` until the server has answered for the typed value; `unknown` if the call failed. */
export type Uniqueness = 'waiting' | 'free' | 'taken' | 'unknown';

/**
 * Whether a value is still free. Requested once the value hasn't changed for `delay` milliseconds.
 * @param value null while there is no value to check
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
