import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { NO_SCORES, type VerdictForm, isApproval, firstVerdict, outcomeText } from './verdict-form.ts';
import { VerdictFields } from './verdict-fields.tsx';

const EMPTY: VerdictForm = { scores: NO_SCORES, genre: '', mood: '', comment: '', perfectlySeasoned: true };

/** The same first verdict for several songs or videos; the caller leaves out those that can't get one. */
export function BulkCurateDialog({
  chosen,
  busy,
  onCurate,
  onClose,
}: {
  chosen: readonly Media[];
  busy: boolean;
  onCurate: (verdict: CurationFields) => void;
  onClose: () => void;
}) {
  const [form, setForm] = useState(EMPTY);
  return (
    <Dialog
      title={`Curate ${chosen.length} media`}
      width="wide"
      busy={busy}
      unsaved={form !== EMPTY}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="main"
            busy={busy}
            disabled={form.scores === NO_SCORES}
            onClick={() => onCurate(firstVerdict(form))}
          >
            Curate
          </Button>
        </>
      }
    >
      <VerdictFields
        form={form}
        isLocked={() => false}
        placeable={isApproval(form)}
        outcome={outcomeText(form, null)}
        onChange={setForm}
      />
    </Dialog>
  );
}
