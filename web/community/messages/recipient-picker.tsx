import { MAX_MEMBERS } from '@scoville/contract/community/messages/messages.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { useState } from 'react';
import { useFoundAccounts } from '../../accounts/users/use-found-accounts.ts';
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
  const { labels, accountOf } = useFoundAccounts(typed, (id) => id === myId || picked.some((one) => one.id === id));
  const pick = (label: string) => {
    const one = accountOf(label);
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
