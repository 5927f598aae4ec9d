import { CONFLICT_REASONS, type ConflictReason, MOST_CONFLICTS } from '@scoville/contract/review/choices/choices.ts';
import { useState } from 'react';
import { useFoundAccounts } from '../../accounts/users/use-found-accounts.ts';
import { useMe } from '../../platform/lib/query.ts';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { Select } from '../../platform/ui/select.tsx';
import { SuggestField } from '../../platform/ui/suggest-field.tsx';
import type { Choices } from './choices.calls.ts';
import { REASONS } from './choices-text.ts';
import { Part, focusNearby } from './part.tsx';

type Conflict = Choices['conflicts'][number];

const OPTIONS = CONFLICT_REASONS.map((value) => ({ value, label: REASONS[value] }));

interface ConflictFieldsProps {
  conflicts: readonly Conflict[];
  /** The conflict that the server refused. */
  refused: { musicianId: string; message: string } | null;
  onChange: (conflicts: Conflict[]) => void;
}

/** The musicians whose submissions the reviewer does not judge, each with the reason. */
export function ConflictFields({ conflicts, refused, onChange }: ConflictFieldsProps) {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const { labels, accountOf } = useFoundAccounts(
    typed,
    (id) => id === me?.id || conflicts.some(({ musicianId }) => musicianId === id),
  );
  const pick = (label: string) => {
    const one = accountOf(label);
    if (one === undefined) return;
    const { id: musicianId, displayName, username } = one;
    onChange([...conflicts, { musicianId, displayName, username, reason: 'other' }]);
    setTyped('');
  };
  const change = (changed: Conflict, reason: ConflictReason) =>
    onChange(conflicts.map((one) => (one === changed ? { ...one, reason } : one)));
  return (
    <Part
      name="Conflicts of interest"
      hint="Submissions of these musicians are not drawn for you. They don’t see this."
    >
      {conflicts.length > 0 && (
        <ul aria-label="Conflicts of interest" className="flex flex-col divide-y divide-line border-y border-line">
          {conflicts.map((one) => (
            <li key={one.musicianId} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3">
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-[550]">{one.displayName}</bdi>
                {one.username !== null && <span className="text-muted"> @{one.username}</span>}
              </span>
              <IconButton
                label={`Remove the conflict with ${one.displayName}`}
                onClick={({ currentTarget }) => {
                  focusNearby(currentTarget);
                  onChange(conflicts.filter((other) => other !== one));
                }}
              >
                <CloseIcon className="size-4" />
              </IconButton>
              <div className="col-span-2">
                <Select
                  label="Reason"
                  aria-label={`Reason for ${one.displayName}`}
                  options={OPTIONS}
                  value={one.reason}
                  error={refused?.musicianId === one.musicianId ? refused.message : undefined}
                  onChange={({ target }) => change(one, target.value as ConflictReason)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {conflicts.length < MOST_CONFLICTS && (
        <SuggestField
          label="Add a musician"
          hint="A name or username."
          value={typed}
          onChange={setTyped}
          onPick={pick}
          suggestions={labels}
          autoComplete="off"
          maxLength={80}
        />
      )}
    </Part>
  );
}
