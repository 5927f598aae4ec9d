import { MAX_MEMBERS } from '@scoville/contract/community/messages/messages.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../platform/lib/query.ts';
import { useDebounced } from '../../platform/lib/use-debounced.ts';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { SuggestField } from '../../platform/ui/suggest-field.tsx';

export type Recipient = Pick<MusicianRef, 'id' | 'displayName'>;

interface RecipientPickerProps {
  myId: string;
  picked: readonly Recipient[];
  onChange: (picked: Recipient[]) => void;
  /** The error message for the recipients. */
  error?: string | undefined;
}

/** The recipients of a message, found by username or by words of their name, 300 ms after the last keystroke. */
export function RecipientPicker({ myId, picked, onChange, error }: RecipientPickerProps) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed, 300);
  const { data } = useQuery({ ...queryOf(users, { query: { q, filter: 'recipients' } }), enabled: q.trim() !== '' });
  const isPicked = (id: string) => id === myId || picked.some((one) => one.id === id);
  const found = (q.trim() === '' ? [] : (data?.users ?? [])).filter(({ id }) => !isPicked(id));
  const labelOf = ({ displayName, username }: MusicianRef) =>
    username === null ? displayName : `${displayName} (@${username})`;
  // Two accounts with the same name are two suggestions.
  const labels = found.map(labelOf).map((label, index, all) => {
    const before = all.slice(0, index).filter((other) => other === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
  const pick = (label: string) => {
    const one = found[labels.indexOf(label)];
    if (one === undefined) return;
    onChange([...picked, one]);
    setTyped('');
  };
  return (
    <div className="flex flex-col gap-2">
      {picked.length > 0 && (
        <ul aria-label="Recipients" className="flex flex-wrap gap-2">
          {picked.map((one) => (
            <li key={one.id} className="inline-flex max-w-full items-center rounded-control bg-raised pl-3.5">
              <bdi className="wrap-anywhere">{one.displayName}</bdi>
              <button
                type="button"
                aria-label={`Remove ${one.displayName}`}
                className="grid size-10 flex-none place-items-center"
                onClick={() => onChange(picked.filter(({ id }) => id !== one.id))}
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {picked.length < MAX_MEMBERS - 1 && (
        <SuggestField
          label="To:"
          error={error}
          value={typed}
          onChange={setTyped}
          onPick={pick}
          suggestions={labels}
          autoComplete="off"
          maxLength={80}
        />
      )}
    </div>
  );
}
