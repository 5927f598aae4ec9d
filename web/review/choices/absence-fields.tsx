import { MOST_ABSENCES } from '@scoville/contract/review/choices/choices.ts';
import type { Absence } from '@scoville/contract/review/choices/absences.ts';
import { Button } from '../../platform/ui/button.tsx';
import { FieldError } from '../../platform/ui/field.tsx';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { absenceText } from './choices-text.ts';
import { Part, focusNearby } from './part.tsx';

/** An absence before its days are entered. */
export const NO_ABSENCE: Absence = { firstDay: '', lastDay: '' };

interface AbsenceFieldsProps {
  absences: readonly Absence[];
  /** The absence that is being entered. */
  added: Absence;
  /** The day in UTC. */
  today: string;
  error: string | undefined;
  onChange: (absences: Absence[]) => void;
  onType: (added: Absence) => void;
  onAdd: () => void;
}

/** The reviewer's absences, and the fields for another one. */
export function AbsenceFields({ absences, added, today, error, onChange, onType, onAdd }: AbsenceFieldsProps) {
  const invalid = error === undefined ? {} : ({ 'aria-invalid': true, 'aria-describedby': 'absence-error' } as const);
  return (
    <Part name="Absences" hint="No reviews are drawn for you on these days. Days begin and end at midnight in UTC.">
      {absences.length > 0 && (
        <ul aria-label="Absences" className="flex flex-col divide-y divide-line border-y border-line">
          {absences.map((absence) => (
            <li key={absence.firstDay} className="flex items-center justify-between gap-3 py-1">
              <span>{absenceText(absence)}</span>
              <IconButton
                label={`Remove the absence ${absenceText(absence)}`}
                onClick={({ currentTarget }) => {
                  focusNearby(currentTarget);
                  onChange(absences.filter((one) => one !== absence));
                }}
              >
                <CloseIcon className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {absences.length < MOST_ABSENCES && (
        <>
          <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
            <TextField
              label="First day"
              type="date"
              min={today}
              value={added.firstDay}
              {...invalid}
              onChange={({ target }) => onType({ ...added, firstDay: target.value })}
            />
            <TextField
              label="Last day"
              type="date"
              min={added.firstDay === '' ? today : added.firstDay}
              value={added.lastDay}
              {...invalid}
              onChange={({ target }) => onType({ ...added, lastDay: target.value })}
            />
            <Button className="justify-self-start" aria-label="Add the absence" onClick={onAdd}>
              Add
            </Button>
          </div>
          <FieldError id="absence-error" error={error} />
        </>
      )}
    </Part>
  );
}
