import type { Facets } from '@scoville/contract/facets.ts';
import { Checkbox } from '../ui/checkbox.tsx';

export interface FacetBoxesProps {
  facets: Facets;
  onChange: (facets: Facets) => void;
  /** What is under review may be chosen, too: for administrators. */
  withUnderReview?: boolean;
  /** One below the other. */
  inColumn?: boolean;
}

/** The kinds of media, each on or off. */
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
