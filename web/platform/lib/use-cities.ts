import { places } from '@scoville/contract/platform/places.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds after the last keystroke before suggestions are requested. */
export const SUGGESTION_PAUSE = 300;

/** Towns whose name starts with this text. If the text is a town's complete name, also the town's time zone. */
export const placesQuery = (query: string) => ({
  ...queryOf(places, { query: { query } }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** A town as shown in a suggestion. */
export const placeText = ({ city, state }: { city: string; state: string }): string => `${city}, ${state}`;

/**
 * Suggests towns whose name starts with the typed text, as "Portland, OR". Without an answer there are no suggestions;
 * any text is accepted.
 */
export function useCities(typed: string): readonly string[] {
  const query = useDebounced(typed.trim(), SUGGESTION_PAUSE);
  const enabled = query.length > 1;
  const { data } = useQuery({ ...placesQuery(query), enabled });
  return enabled ? (data?.places ?? []).map(placeText) : [];
}
