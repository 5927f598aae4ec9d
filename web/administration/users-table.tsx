import { sentence } from '@scoville/contract/isolated.ts';
import { type UserSummary, users as usersEndpoint } from '@scoville/contract/user-list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordDialog } from '../forms/password-dialog.tsx';
import { meQuery, useMe, useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Table, TableHead } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { isSignedOut } from '../lib/fail.ts';
import { isOver } from '../lib/overtaken.ts';
import { EmailDialog } from './email-dialog.tsx';
import { errorMessage } from './error-message.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { AdminUserRow } from './user-row.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { USER_ACTIONS, type UserAction, type UserInput } from './user-actions.ts';
import { SelectAllHead, SelectionBar } from './selection.tsx';
import { useSelection } from '../lib/use-selection.ts';
import { useBulkStart } from './use-bulk-start.ts';

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
  const startBulk = useBulkStart(pending);
  const isMe = (user: UserSummary) => user.id === me?.id;

  const runOne = async (action: UserAction, user: UserSummary, input: UserInput): Promise<boolean> => {
    try {
      await action.run(user, input);
      toast('success', sentence`${user.name} ${typeof action.done === 'string' ? action.done : action.done(input)}`);
      return true;
    } catch (error) {
      if (!isSignedOut(error))
        toast('error', `${action.failure ?? 'Error updating user: '}${errorMessage(error, productName)}`);
      return isOver(error);
    } finally {
      // What one may and has oneself is shown elsewhere, too.
      if (isMe(user)) void client.invalidateQueries({ queryKey: meQuery().queryKey });
      await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
    }
  };
  /** For a dialog that shows what the server refuses at its fields. */
  const runInDialog = async ({ action, chosen }: Pending, input: UserInput) => {
    const [user] = chosen;
    if (user === undefined) return;
    await action.run(user, input);
    toast('success', sentence`${user.name} ${typeof action.done === 'string' ? action.done : action.done(input)}`);
    setPending(null);
    await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
  };
  const run = async ({ action, chosen }: Pending, input: UserInput = {}) => {
    setBusy(true);
    let isDone = true;
    const [first, ...more] = chosen;
    if (first !== undefined && more.length === 0) isDone = await runOne(action, first, input);
    else if (first !== undefined && action.bulk)
      isDone = await startBulk(
        action.bulk(input),
        chosen.map(({ id }) => id),
      );
    setBusy(false);
    // What was typed stays when the call failed, to be sent again.
    if (isDone) setPending(null);
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
            variant={action.danger ? 'danger' : 'outline'}
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
            <TableHead>Plan</TableHead>
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
          onSuspend={(suspending) => void run(pending, { suspending })}
          onClose={() => setPending(null)}
        />
      )}
      {pending?.action.dialog === 'plan' && pending.chosen[0] && (
        <PlanDialog
          user={pending.chosen[0]}
          busy={busy}
          onAssign={(plan) => void run(pending, { plan })}
          onClose={() => setPending(null)}
        />
      )}
      {pending?.action.dialog === 'email' && pending.chosen[0] && (
        <EmailDialog
          user={pending.chosen[0]}
          send={(changing) => runInDialog(pending, { changing })}
          onClose={() => setPending(null)}
        />
      )}
      {pending?.action.dialog === 'password' && (
        <PasswordDialog
          title={sentence`${pending.action.label}: ${named(pending.chosen)}?`}
          confirm={pending.action.label}
          danger={pending.action.danger ?? false}
          send={(password) => runInDialog(pending, { password })}
          onClose={() => setPending(null)}
        >
          {pending.action.confirm}
        </PasswordDialog>
      )}
      {pending?.action.confirm && pending.action.dialog === undefined && (
        <ConfirmDialog
          title={sentence`${pending.action.label}: ${named(pending.chosen)}?`}
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
