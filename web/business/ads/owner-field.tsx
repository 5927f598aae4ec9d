import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../platform/lib/use-debounced.ts';
import { SuggestField } from '../../platform/ui/suggest-field.tsx';
import { ownerText } from './ad-fields.ts';
import { ownersQuery } from './ads.calls.ts';

interface OwnerFieldProps {
  /** The typed text, or the name and address of the chosen account. */
  email: string;
  isAccount: boolean;
  error: string | undefined;
  onChange: (owner: { email: string; owner: string }) => void;
}

const labelOf = ({ displayName, username, email }: UserSummary) =>
  ownerText(username === null ? displayName : `${displayName} (@${username})`, email);

/** The owner of an ad: an account, found by words of its name, or an email address. */
export function OwnerField({ email, isAccount, error, onChange }: OwnerFieldProps) {
  const q = useDebounced(isAccount ? '' : email, 300);
  const { data } = useQuery(ownersQuery(q));
  const found = q.trim() === '' || isAccount ? [] : (data?.users ?? []);
  // Two accounts with the same name are distinguished by their addresses, which administrators may see.
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
