import { places } from '@scoville/contract/places.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds without a key before suggestions are asked for. */
export const SUGGESTION_PAUSE = 300;

/** A town as it is suggested. */
const placeText = ({ city, state }: { city: string; state: string }): string => `${city}, ${state}`;

/** Towns whose name begins like what is typed, as "Portland, OR". Without an answer there are none: any text may stay. */
export function useCities(typed: string): readonly string[] {
  const query = useDebounced(typed.trim(), SUGGESTION_PAUSE);
  const enabled = query.length > 1;
  const { data } = useQuery({ ...queryOf(places, { query: { query } }), staleTime: 5 * 60_000, retry: false, enabled });
  return enabled ? (data?.places ?? []).map(placeText) : [];
}
