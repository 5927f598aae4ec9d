import { users } from '@scoville/contract/accounts/users/user-list.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../platform/lib/query.ts';
import { useDebounced } from '../../platform/lib/use-debounced.ts';

const labelOf = ({ displayName, username }: MusicianRef) =>
  username === null ? displayName : `${displayName} (@${username})`;

/**
 * Suggestions of other accounts for a typed name or username, 300 ms after the last keystroke.
 * @param isLeftOut whether an account is not suggested, for example because it was chosen already
 */
export function useFoundAccounts(
  typed: string,
  isLeftOut: (id: string) => boolean,
): { labels: string[]; accountOf: (label: string) => MusicianRef | undefined } {
  const q = useDebounced(typed, 300);
  const { data } = useQuery({ ...queryOf(users, { query: { q, filter: 'recipients' } }), enabled: q.trim() !== '' });
  const found = (q.trim() === '' ? [] : (data?.users ?? [])).filter(({ id }) => !isLeftOut(id));
  // Two accounts with the same name are two suggestions.
  const labels = found.map(labelOf).map((label, index, all) => {
    const before = all.slice(0, index).filter((other) => other === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
  return { labels, accountOf: (label) => found[labels.indexOf(label)] };
}
