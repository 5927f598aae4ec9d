import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { useMe } from '../../platform/lib/query.ts';
import { useSelection } from '../../platform/lib/use-selection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Table, TableHead } from '../../platform/ui/table.tsx';
import { SelectAllHead, SelectionBar } from './selection.tsx';
import { useUserActions } from './use-user-actions.ts';
import { UserActionDialog } from './user-action-dialog.tsx';
import { USER_ACTIONS } from './user-actions.ts';
import { AdminUserRow } from './user-row.tsx';

/** A page of accounts with the actions for each, and for the selected ones. */
export function UsersTable({ users }: { users: readonly UserSummary[] }) {
  const me = useMe();
  const isMe = (user: UserSummary) => user.id === me?.id;
  const { selected, isSelected, select, selectAll } = useSelection(users);
  const { pending, busy, start, run, runInDialog, close } = useUserActions(isMe);

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
      {pending && (
        <UserActionDialog
          pending={pending}
          busy={busy}
          onRun={(input) => void run(pending, input)}
          send={(input) => runInDialog(pending, input)}
          onClose={close}
        />
      )}
    </>
  );
}
