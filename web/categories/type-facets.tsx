import { Checkbox } from '../ui/checkbox.tsx';

export interface TypeFacets {
  songs: boolean;
  videos: boolean;
}

/** The two kinds of media, each on or off. */
export function TypeFacetBoxes({ facets, onChange }: { facets: TypeFacets; onChange: (facets: TypeFacets) => void }) {
  return (
    <fieldset className="flex gap-5">
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
    </fieldset>
  );
}
