import { useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { AbsenceFields, NO_ABSENCE } from './absence-fields.tsx';
import { type Choices, type OwnChoices, useChangeChoices } from './choices.calls.ts';
import { absenceProblem, keptText } from './choices-text.ts';
import { ConflictFields } from './conflict-fields.tsx';
import { ExcludedField } from './excluded-field.tsx';

/** Changes when and for what a reviewer is drawn. Nothing is saved before the reviewer presses Save. */
export function ChoicesDialog({ choices: now, onClose }: { choices: OwnChoices; onClose: () => void }) {
  const { productName } = useSettings();
  const change = useChangeChoices();
  // Keeps the choices from when the dialog opened, so that a change in another tab doesn't replace the reviewer's input.
  const [first] = useState<Choices>(now);
  const [choices, setChoices] = useState(first);
  const [added, setAdded] = useState(NO_ABSENCE);
  const [problem, setProblem] = useState<string | undefined>();
  const [refused, setRefused] = useState<{ musicianId: string; message: string } | null>(null);
  const set = (part: Partial<Choices>) => setChoices({ ...choices, ...part });
  const kept = keptText({ ...now, ...choices });

  /** The choices with the typed absence, which the reviewer may not have added; null if the absence has a mistake. */
  const withAdded = (): Choices | null => {
    if (added.firstDay === '' && added.lastDay === '') return choices;
    const found = absenceProblem(added, choices.absences, now.today) ?? undefined;
    setProblem(found);
    if (found !== undefined) return null;
    const absences = [...choices.absences, added].toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1));
    return { ...choices, absences };
  };
  const add = () => {
    const fresh = withAdded();
    if (added.firstDay === '' && added.lastDay === '') setProblem('Enter the first and the last day.');
    else if (fresh !== null) {
      setChoices(fresh);
      setAdded(NO_ABSENCE);
    }
  };
  const save = async () => {
    const sent = withAdded();
    if (sent === null) return toast('error', 'Update failed.');
    try {
      await change.mutateAsync(sent);
      toast('success', 'Successfully updated!');
      onClose();
    } catch (error) {
      const [field] = error instanceof ApiError ? error.fields : [];
      const at = /^conflicts\.(\d+)\./.exec(field?.field ?? '')?.[1];
      const conflict = at === undefined ? undefined : sent.conflicts[Number(at)];
      if (field && conflict) setRefused({ musicianId: conflict.musicianId, message: field.message });
      showFailure(error, productName, 'Update failed.');
    }
  };

  return (
    <Dialog
      title="Availability and conflicts"
      busy={change.isPending}
      unsaved={choices !== first || added !== NO_ABSENCE}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" busy={change.isPending} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-7">
        <div className="flex flex-col gap-3">
          <Checkbox
            label="Pause"
            hint="No reviews are drawn for you until you end the pause."
            checked={choices.paused}
            onChange={({ target }) => set({ paused: target.checked })}
          />
          <p role="status" className="text-caption empty:hidden">
            {kept}
          </p>
        </div>
        <AbsenceFields
          absences={choices.absences}
          added={added}
          today={now.today}
          error={problem}
          onChange={(absences) => set({ absences })}
          onType={(absence) => {
            setProblem(undefined);
            setAdded(absence);
          }}
          onAdd={add}
        />
        <ExcludedField excluded={choices.excluded} onChange={(excluded) => set({ excluded })} />
        <ConflictFields conflicts={choices.conflicts} refused={refused} onChange={(conflicts) => set({ conflicts })} />
      </div>
    </Dialog>
  );
}
