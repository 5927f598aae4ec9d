import { professions, schools } from '@scoville/contract/community/profiles/profile-lookups.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../platform/lib/query.ts';
import { SUGGESTION_PAUSE } from '../../../platform/lib/use-cities.ts';
import { useDebounced } from '../../../platform/lib/use-debounced.ts';

export type Lookup = 'professions' | 'schools';

const common = { staleTime: 5 * 60_000, retry: false } as const;

/**
 * Job titles or names of schools in which a word begins with the input. If the request fails, there are no suggestions,
 * and no error is shown, because the field accepts any text.
 */
export function useSuggestions(lookup: Lookup, typed: string): readonly string[] {
  const query = useDebounced(typed.trim(), SUGGESTION_PAUSE);
  const enabled = query.length > 1;
  const titles = useQuery({
    ...queryOf(professions, { query: { query } }),
    ...common,
    enabled: enabled && lookup === 'professions',
  });
  const names = useQuery({
    ...queryOf(schools, { query: { query } }),
    ...common,
    enabled: enabled && lookup === 'schools',
  });
  if (!enabled) return [];
  return (lookup === 'professions' ? titles.data?.professions : names.data?.schools) ?? [];
}
