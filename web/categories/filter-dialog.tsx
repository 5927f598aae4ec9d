import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { TypeFacets } from './type-facets.tsx';

interface FilterDialogProps {
  facets: TypeFacets;
  onApply: (facets: TypeFacets) => void;
  onClose: () => void;
}

/** Which media a list shows. Nothing changes before Apply. */
export function FilterDialog({ facets, onApply, onClose }: FilterDialogProps) {
  const [chosen, setChosen] = useState(facets);
  return (
    <Dialog
      title="Filter Media"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="main"
            onClick={() => {
              onApply(chosen);
              onClose();
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col">
        <Checkbox
          label="Songs"
          checked={chosen.songs}
          onChange={({ target }) => setChosen({ ...chosen, songs: target.checked })}
        />
        <Checkbox
          label="Videos"
          checked={chosen.videos}
          onChange={({ target }) => setChosen({ ...chosen, videos: target.checked })}
        />
        <Checkbox label="Local" checked={false} disabled readOnly hint="Filtering by your area is not available." />
      </div>
    </Dialog>
  );
}
