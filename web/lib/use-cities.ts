import { places } from '@scoville/contract/places.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds without a key before suggestions are asked for. */
export const SUGGESTION_PAUSE = 300;

/** Towns that begin like this text, and the time zone of the one that it names whole. */
export const placesQuery = (query: string) => ({
  ...queryOf(places, { query: { query } }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** A town as it is suggested. */
export const placeText = ({ city, state }: { city: string; state: string }): string => `${city}, ${state}`;

/** Towns whose name begins like what is typed, as "Portland, OR". Without an answer there are none: any text may stay. */
export function useCities(typed: string): readonly string[] {
  const query = useDebounced(typed.trim(), SUGGESTION_PAUSE);
  const enabled = query.length > 1;
  const { data } = useQuery({ ...placesQuery(query), enabled });
  return enabled ? (data?.places ?? []).map(placeText) : [];
}
