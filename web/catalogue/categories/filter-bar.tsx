import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { CloseIcon, FilterIcon } from '../../platform/ui/icons.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { FacetBoxes } from './type-facets.tsx';
import type { Filter } from './use-filter.ts';

const FilterDialog = openedPart(() => import('./filter-dialog.tsx'));

interface FilterBarProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** The place by which the server filtered the list; null if the filter's place is unknown. */
  near: MediaList['near'];
  withUnderReview?: boolean;
}

/** The button for the filter drawer (`filters=true` in the address opens it), and the most used filters beside it. */
export function FilterBar({ filter, onChange, near, withUnderReview = false }: FilterBarProps) {
  const { filters = false } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(filters);
  const close = () => setOpen(false);
  const { location, distance } = filter;
  const place = near === null ? `Unknown place: ${location}` : `${distance} miles around ${location}`;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FilterIcon className="size-5" />
        Filter Media
      </Button>
      <FacetBoxes
        facets={filter.facets}
        onChange={(facets) => onChange({ ...filter, facets })}
        withUnderReview={withUnderReview}
      />
      {location !== '' && (
        <button
          type="button"
          aria-label={`${place}. Remove this filter`}
          onClick={() => onChange({ ...filter, location: '' })}
          className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-control bg-raised px-4 hover:brightness-110"
        >
          <span className="truncate">{place}</span>
          <CloseIcon className="size-4 flex-none" />
        </button>
      )}
      {isOpen && (
        <FilterDialog
          filter={filter}
          withUnderReview={withUnderReview}
          onApply={(chosen) => {
            onChange(chosen);
            close();
          }}
          onClose={close}
          onFailed={close}
        />
      )}
    </>
  );
}
