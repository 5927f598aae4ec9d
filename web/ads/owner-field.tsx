import type { UserSummary } from '@scoville/contract/user-list.ts';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../lib/use-debounced.ts';
import { SuggestField } from '../ui/suggest-field.tsx';
import { ownerText } from './ad-fields.ts';
import { ownersQuery } from './ads.calls.ts';

interface OwnerFieldProps {
  /** What is typed, or the account. */
  email: string;
  isAccount: boolean;
  error: string | undefined;
  onChange: (owner: { email: string; owner: string }) => void;
}

const labelOf = ({ displayName, username, email }: UserSummary) =>
  ownerText(username === null ? displayName : `${displayName} (@${username})`, email);

/** The owner of an ad: an account, found by words of its name, or an address. */
export function OwnerField({ email, isAccount, error, onChange }: OwnerFieldProps) {
  const q = useDebounced(isAccount ? '' : email, 300);
  const { data } = useQuery(ownersQuery(q));
  const found = q.trim() === '' || isAccount ? [] : (data?.users ?? []);
  // Two of one name are two suggestions: administrators are given the addresses.
  const labels = found.map(labelOf);
  return (
    <SuggestField
      label="Owner"
      value={email}
      error={error}
      hint={
        isAccount ? 'An account: the statistics go to its address.' : 'The name of an account, or an email address.'
      }
      onChange={(typed) => onChange({ email: typed, owner: '' })}
      onPick={(label) => {
        const one = found[labels.indexOf(label)];
        if (one !== undefined) onChange({ email: ownerText(one.displayName, one.email), owner: one.id });
      }}
      suggestions={labels}
      autoComplete="off"
      maxLength={254}
    />
  );
}
