import { DISTANCES } from '@scoville/contract/platform/places.ts';
import { useState } from 'react';
import { useCities } from '../../platform/lib/use-cities.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { Select } from '../../platform/ui/select.tsx';
import { SuggestField } from '../../platform/ui/suggest-field.tsx';
import { FacetBoxes } from './type-facets.tsx';
import type { Filter } from './use-filter.ts';

export interface FilterDialogProps {
  filter: Filter;
  onApply: (filter: Filter) => void;
  onClose: () => void;
  /** Whether submissions under review can be chosen, too: for administrators. */
  withUnderReview?: boolean;
}

/** The dialog for a list's filter. Changes take effect only with Apply. */
export default function FilterDialog({ filter, onApply, onClose, withUnderReview = false }: FilterDialogProps) {
  const [chosen, setChosen] = useState(filter);
  const cities = useCities(chosen.location);
  // An address may contain a distance that is not among the options.
  const distances = [...new Set([...DISTANCES, chosen.distance])].sort((one, other) => one - other);
  return (
    <Dialog
      title="Filter Media"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="main" onClick={() => onApply({ ...chosen, location: chosen.location.trim() })}>
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col">
          <FacetBoxes
            facets={chosen.facets}
            onChange={(facets) => setChosen({ ...chosen, facets })}
            withUnderReview={withUnderReview}
            inColumn
          />
          <Checkbox label="Local" checked={false} disabled readOnly hint="Name a place below instead." />
        </div>
        <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
          <SuggestField
            label="Near"
            hint="A town of the United States, such as Memphis, TN"
            value={chosen.location}
            onChange={(location) => setChosen({ ...chosen, location })}
            suggestions={cities}
            maxLength={80}
            autoComplete="off"
          />
          <Select
            label="Within"
            value={chosen.distance}
            onChange={({ target }) => setChosen({ ...chosen, distance: Number(target.value) })}
            options={distances.map((miles) => ({ value: String(miles), label: `${miles} miles` }))}
          />
        </div>
      </div>
    </Dialog>
  );
}
