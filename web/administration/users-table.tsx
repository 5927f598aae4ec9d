import { type UserSummary, users as usersEndpoint } from '@scoville/contract/user-list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inTurn } from '../lib/bulk.ts';
import { useMe } from '../lib/query.ts';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Table, TableHead } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { isSignedOut } from '../lib/fail.ts';
import { errorMessage } from './error-message.ts';
import { AdminUserRow } from './user-row.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { type Suspending, USER_ACTIONS, type UserAction } from './user-actions.ts';
import { SelectAllHead, SelectionBar } from './selection.tsx';
import { useSelection } from '../lib/use-selection.ts';

/** One of several for whom an action failed. */
interface Failed {
  user: UserSummary;
  reason: string;
}

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
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [busy, setBusy] = useState(false);
  const isMe = (user: UserSummary) => user.id === me?.id;

  const run = async ({ action, chosen }: Pending, suspending?: Suspending) => {
    setBusy(true);
    const failed: Failed[] = [];
    const { done, failures } = await inTurn(chosen, async (user) => {
      try {
        await action.run(user, suspending);
      } catch (error) {
        failed.push({ user, reason: errorMessage(error, productName) });
        throw error;
      }
    });
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
          ? `${action.failure ?? 'Error updating user: '}${errorMessage(failure, productName)}`
          : `Failed to ${action.verb ?? 'update'} ${failures.length} of ${chosen.length} users.`,
      );
    if (chosen.length > 1 && failed.length > 0 && !failures.some(isSignedOut)) setFailed(failed);
    setBusy(false);
    setPending(null);
    await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
  };
  const start = (action: UserAction, chosen: readonly UserSummary[]) => {
    const able = chosen.filter((user) => action.when(user, isMe(user)));
    if (action.confirm || action.dialog) setPending({ action, chosen: able });
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
      {failed.length > 0 && <FailedUsers failed={failed} onClose={() => setFailed([])} />}
    </>
  );
}

/** Each for whom it failed, and why: a toast has room for their number alone. */
function FailedUsers({ failed, onClose }: { failed: readonly Failed[]; onClose: () => void }) {
  return (
    <Dialog title="What failed" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <ul className="flex flex-col gap-3">
        {failed.map(({ user, reason }) => (
          <li key={user.id}>
            <p className="font-[550] wrap-anywhere">{user.name}</p>
            <p className="text-muted wrap-anywhere">{reason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
