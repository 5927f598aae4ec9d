import { useSearch } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CloseIcon, FilterIcon } from '../ui/icons.tsx';
import { FacetBoxes } from './type-facets.tsx';
import type { MediaFilter } from './use-media-filter.ts';

const FilterDialog = lazy(() => import('./filter-dialog.tsx'));

interface MediaFiltersProps {
  filter: MediaFilter;
  onChange: (filter: MediaFilter) => void;
  withUnderReview?: boolean;
}

/** The drawer of filters behind its button (`filters=true` in the address opens it), and the ones used most beside it. */
export function MediaFilters({ filter, onChange, withUnderReview = false }: MediaFiltersProps) {
  const { filters = false } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(filters);
  const { location, distance } = filter;
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
          aria-label={`Within ${distance} miles of ${location}. Remove this filter`}
          onClick={() => onChange({ ...filter, location: '' })}
          className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-control bg-raised px-4 hover:brightness-110"
        >
          <span className="truncate">
            {distance} miles around {location}
          </span>
          <CloseIcon className="size-4 flex-none" />
        </button>
      )}
      {isOpen && (
        <Suspense>
          <FilterDialog
            filter={filter}
            withUnderReview={withUnderReview}
            onApply={(chosen) => {
              onChange(chosen);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
