import { DEFAULT_FACETS, type Facets } from '@scoville/contract/platform/lib/facets.ts';
import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import { DEFAULT_DISTANCE, MAX_DISTANCE } from '@scoville/contract/platform/places.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../platform/ui/toasts.ts';

/** The filter of a list of songs and videos. */
export interface Filter {
  facets: Facets;
  /** "Memphis, TN"; empty means everywhere. */
  location: string;
  /** Radius around `location` in miles. */
  distance: number;
}

/** Returns the filter in the page's address, and a function that replaces it with another filter. */
export function useFilter(): [Filter, (filter: Filter) => void] {
  const { facets, location = '', distance: asked = DEFAULT_DISTANCE } = useSearch({ strict: false });
  // An address may contain any distance; the call accepts only this range.
  const distance = Math.min(Math.max(asked, 1), MAX_DISTANCE);
  const navigate = useNavigate();
  const write = (next: Filter) =>
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

/** Whether the filter hides anything. */
export const isFiltered = ({ facets, location }: Filter): boolean =>
  location !== '' || facets.local || facets.underReview || !facets.songs || !facets.videos;

/** The filter without restrictions. */
export const withoutFilter = (filter: Filter): Filter => ({
  ...filter,
  facets: DEFAULT_FACETS,
  location: '',
});

/** The filter as query parameters of a call. */
export const filterQuery = ({ facets, location, distance }: Filter) => ({
  facets: JSON.stringify(facets),
  ...(location !== '' && { location, distance }),
});

/** Shows a notice if a list isn't filtered by place because the place is unknown. */
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
