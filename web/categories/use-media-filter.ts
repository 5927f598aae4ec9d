import { DEFAULT_FACETS, type Facets } from '@scoville/contract/facets.ts';
import type { MediaList } from '@scoville/contract/media-lists.ts';
import { DEFAULT_DISTANCE, MAX_DISTANCE } from '@scoville/contract/places.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../ui/toasts.ts';

/** Which media of a list are shown. */
export interface MediaFilter {
  facets: Facets;
  /** "Memphis, TN"; empty is everywhere. */
  location: string;
  /** Miles around it. */
  distance: number;
}

/** The filter that the address holds, and what writes another one there. */
export function useMediaFilter(): [MediaFilter, (filter: MediaFilter) => void] {
  const { facets, location = '', distance: asked = DEFAULT_DISTANCE } = useSearch({ strict: false });
  // An address may say anything; the call takes these.
  const distance = Math.min(Math.max(asked, 1), MAX_DISTANCE);
  const navigate = useNavigate();
  const write = (next: MediaFilter) =>
    void navigate({
      to: '.',
      search: (was) => ({
        ...was,
        facets: next.facets,
        location: next.location || undefined,
        distance: next.location === '' ? undefined : next.distance,
        filters: undefined,
      }),
      replace: true,
      resetScroll: false,
    });
  return [{ facets: { ...DEFAULT_FACETS, ...facets }, location, distance }, write];
}

/** Does it leave anything out? */
export const isFiltered = ({ facets, location }: MediaFilter): boolean =>
  location !== '' || facets.local || facets.underReview || !facets.songs || !facets.videos;

/** The same with everything shown. */
export const withoutFilter = (filter: MediaFilter): MediaFilter => ({
  ...filter,
  facets: DEFAULT_FACETS,
  location: '',
});

/** The filter as a call for media takes it. */
export const filterQuery = ({ facets, location, distance }: MediaFilter) => ({
  facets: JSON.stringify(facets),
  ...(location !== '' && { location, distance }),
});

/** Says so when a list is from everywhere because the place of its filter is not known. */
export function useUnknownPlaceNotice(location: string, near: MediaList['near']): void {
  const isUnknown = near === null;
  useEffect(() => {
    if (isUnknown)
      toast(
        'info',
        `We do not know a place called “${location}”, so this shows results from everywhere. Write it like Memphis, TN.`,
      );
  }, [isUnknown, location]);
}
