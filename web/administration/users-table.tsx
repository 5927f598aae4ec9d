import type { BulkAction } from '@scoville/contract/bulk-runs.ts';
import { type UserSummary, users as usersEndpoint } from '@scoville/contract/user-list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NO_DETAILS } from '../lib/bulk.ts';
import { useMe } from '../lib/query.ts';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Table, TableHead } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { isSignedOut, showFailure } from '../lib/fail.ts';
import { isOvertaken } from '../lib/overtaken.ts';
import { startBulk } from './bulk.calls.ts';
import { errorMessage } from './error-message.ts';
import { AdminUserRow } from './user-row.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { type Suspending, USER_ACTIONS, type UserAction } from './user-actions.ts';
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

  const runOne = async (action: UserAction, user: UserSummary, suspending?: Suspending): Promise<boolean> => {
    try {
      await action.run(user, suspending);
      toast('success', `${user.name} ${action.done}`);
      return true;
    } catch (error) {
      if (!isSignedOut(error))
        toast('error', `${action.failure ?? 'Error updating user: '}${errorMessage(error, productName)}`);
      return isOvertaken(error);
    } finally {
      await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
    }
  };
  const runSeveral = async (action: BulkAction, chosen: readonly UserSummary[]): Promise<boolean> => {
    try {
      const ids = chosen.map(({ id }) => id);
      await startBulk(client, action, ids);
      return true;
    } catch (error) {
      showFailure(error, productName, NO_DETAILS);
      return false;
    }
  };
  const run = async ({ action, chosen }: Pending, suspending?: Suspending) => {
    setBusy(true);
    let isOver = true;
    const [first, ...more] = chosen;
    if (first !== undefined && more.length === 0) isOver = await runOne(action, first, suspending);
    else if (first !== undefined && action.bulk) isOver = await runSeveral(action.bulk(suspending), chosen);
    setBusy(false);
    // What was typed stays when the call failed, to be sent again.
    if (isOver) setPending(null);
  };
  const start = (action: UserAction, chosen: readonly UserSummary[]) => {
    const able = chosen.filter((user) => action.when(user, isMe(user)));
    if (action.confirm || action.dialog) setPending({ action, chosen: able });
    else void run({ action, chosen: able });
  };

  return (
    <>
      <SelectionBar of="users" count={selected.length}>
        {USER_ACTIONS.filter(({ bulk }) => bulk).map((action) => (
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
      {pending?.action.dialog === 'suspend' && (
        <SuspendDialog
          name={named(pending.chosen)}
          busy={busy}
          onSuspend={(suspending) => void run(pending, suspending)}
          onClose={() => setPending(null)}
        />
      )}
      {pending?.action.confirm && (
        <ConfirmDialog
          title={`${pending.action.label}: ${named(pending.chosen)}?`}
          confirm={pending.action.label}
          danger={pending.action.danger ?? false}
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
