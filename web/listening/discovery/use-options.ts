import { type Suggestion, searchSuggestions } from '@scoville/contract/listening/discovery/search-suggestions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf, useMe } from '../../platform/lib/query.ts';
import { useCities } from '../../platform/lib/use-cities.ts';
import { useDebounced } from '../../platform/lib/use-debounced.ts';
import type { Option } from './option.ts';
import { findScreens } from './find-screens.ts';

/** Milliseconds after the last keystroke before suggestions are requested. */
const PAUSE = 120;
const MOST_SCREENS = 4;
const MOST_PLACES = 3;

const KINDS = { song: 'Song', video: 'Video', musician: 'Musician', genre: 'Genre', mood: 'Mood', tag: 'Tag' };
const aboutOf = ({ kind, detail }: Suggestion): string =>
  detail === null ? KINDS[kind] : `${KINDS[kind]} by ${detail}`;

/**
 * Suggestions for the typed text; with `everything` also screens and places, and all screens before the first letter.
 * `status` is a sentence while there is no suggestion.
 */
export function useOptions(typed: string, everything: boolean): { options: readonly Option[]; status: string | null } {
  const now = typed.trim();
  const q = useDebounced(now, PAUSE);
  const { data, isError } = useQuery({
    ...queryOf(searchSuggestions, { query: { q } }),
    enabled: q !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const cities = useCities(everything ? now : '');
  const me = useMe();
  const screens = everything ? findScreens(me, now) : [];
  const found = now === '' ? [] : (data?.suggestions ?? []).map((one) => ({ ...one, about: aboutOf(one) }));
  const options: Option[] = everything
    ? [
        ...(now === '' ? screens : screens.slice(0, MOST_SCREENS)),
        ...found,
        ...cities.slice(0, MOST_PLACES).map((city) => ({
          kind: 'place' as const,
          label: city,
          about: 'Songs and videos near this place',
          path: `/search?${new URLSearchParams({ location: city })}`,
        })),
      ]
    : found;
  if (options.length > 0 || now === '') return { options, status: null };
  if (isError) return { options, status: 'Suggestions could not be loaded. Press Enter to search.' };
  return {
    options,
    status: data && q === now ? 'No suggestions. Press Enter to search.' : 'Searching…',
  };
}
