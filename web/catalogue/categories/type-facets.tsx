import type { Facets } from '@scoville/contract/platform/lib/facets.ts';
import { Checkbox } from '../../platform/ui/checkbox.tsx';

export interface FacetBoxesProps {
  facets: Facets;
  onChange: (facets: Facets) => void;
  /** Whether submissions under review can be chosen, too: for administrators. */
  withUnderReview?: boolean;
  /** Whether the boxes are below each other. */
  inColumn?: boolean;
}

/** Checkboxes for the kinds of songs and videos in a list. */
export function FacetBoxes({ facets, onChange, withUnderReview = false, inColumn = false }: FacetBoxesProps) {
  return (
    <fieldset className={inColumn ? 'flex flex-col' : 'flex flex-wrap gap-x-5'}>
      <legend className="sr-only">Show</legend>
      <Checkbox
        label="Songs"
        checked={facets.songs}
        onChange={({ target }) => onChange({ ...facets, songs: target.checked })}
      />
      <Checkbox
        label="Videos"
        checked={facets.videos}
        onChange={({ target }) => onChange({ ...facets, videos: target.checked })}
      />
      {withUnderReview && (
        <Checkbox
          label="Under Review"
          checked={facets.underReview}
          onChange={({ target }) => onChange({ ...facets, underReview: target.checked })}
        />
      )}
    </fieldset>
  );
}
