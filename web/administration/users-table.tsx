import { type UserSummary, users as usersEndpoint } from '@scoville/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inTurn } from '../lib/bulk.ts';
import { useMe } from '../lib/query.ts';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Table, TableHead } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { isSignedOut } from '../lib/fail.ts';
import { errorMessage } from './error-message.ts';
import { AdminUserRow } from './user-row.tsx';
import { USER_ACTIONS, type UserAction } from './user-actions.ts';
import { SelectAllHead, SelectionBar } from './selection.tsx';
import { useSelection } from '../lib/use-selection.ts';

interface Pending {
  action: UserAction;
  chosen: readonly UserSummary[];
}

const named = (chosen: readonly UserSummary[]): string =>
  chosen.length === 1 ? (chosen[0]?.name ?? '') : `${chosen.length} users`;

/** The page of accounts with what can be done with each and with the ticked ones. */
export function UsersTable({ users }: { users: readonly UserSummary[] }) {
  const client = useQueryClient();
  const me = useMe();
  const { productName } = useSettings();
  const { selected, isSelected, select, selectAll } = useSelection(users);
  const [pending, setPending] = useState<Pending | null>(null);
  const [busy, setBusy] = useState(false);
  const isMe = (user: UserSummary) => user.id === me?.id;

  const run = async ({ action, chosen }: Pending) => {
    setBusy(true);
    const { done, failures } = await inTurn(chosen, action.run);
    if (done > 0)
      toast(
        'success',
        chosen.length === 1 ? `${named(chosen)} ${action.done}` : `${action.label}: done for ${done} users.`,
      );
    const [failure] = failures;
    if (failure !== undefined && !isSignedOut(failure))
      toast(
        'error',
        chosen.length === 1
          ? `Error updating user: ${errorMessage(failure, productName)}`
          : `Failed to update ${failures.length} of ${chosen.length} users. ${errorMessage(failure, productName)}`,
      );
    setBusy(false);
    setPending(null);
    await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
  };
  const start = (action: UserAction, chosen: readonly UserSummary[]) => {
    const able = chosen.filter((user) => action.when(user, isMe(user)));
    if (action.confirm) setPending({ action, chosen: able });
    else void run({ action, chosen: able });
  };

  return (
    <>
      <SelectionBar of="users" count={selected.length}>
        {USER_ACTIONS.map((action) => (
          <Button
            key={action.name}
            size="small"
            disabled={busy || !selected.some((user) => action.when(user, isMe(user)))}
            onClick={() => start(action, selected)}
          >
            {action.label}
          </Button>
        ))}
      </SelectionBar>
      <Table caption="Users">
        <thead>
          <tr>
            <SelectAllHead all={users.length > 0 && selected.length === users.length} onSelectAll={selectAll} />
            <TableHead>
              <span className="sr-only">Image</span>
            </TableHead>
            <TableHead>Name</TableHead>
            <TableHead>Role</TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <AdminUserRow
              key={user.id}
              user={user}
              isMe={isMe(user)}
              busy={busy}
              selected={isSelected(user)}
              onSelect={(on) => select(user, on)}
              onAction={(action) => start(action, [user])}
            />
          ))}
        </tbody>
      </Table>
      {pending && (
        <ConfirmDialog
          title={`${pending.action.label}: ${named(pending.chosen)}?`}
          confirm={pending.action.label}
          busy={busy}
          onConfirm={() => void run(pending)}
          onClose={() => setPending(null)}
        >
          <p>{pending.action.confirm}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
