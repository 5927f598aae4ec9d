import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { useSelection } from '../../platform/lib/use-selection.ts';
import { DataTable } from './data-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useUserActions } from './use-user-actions.ts';
import { UserActionDialog } from './user-action-dialog.tsx';
import { USER_ACTIONS } from './user-actions.ts';
import { userColumns } from './user-row.tsx';

/** A page of accounts with the actions for each, and for the selected ones. */
export function UsersTable({ users }: { users: readonly UserSummary[] }) {
  const me = useMe();
  const isMe = (user: UserSummary) => user.id === me?.id;
  const selection = useSelection(users);
  const { pending, busy, start, run, runInDialog, close } = useUserActions(isMe);
  const { plans } = useSettings().subscriptions;
  const planName = (type: UserSummary['plan']) => plans.find((plan) => plan.type === type)?.displayName ?? type;

  return (
    <>
      <SelectionBar
        of="users"
        selected={selection.selected}
        actions={USER_ACTIONS}
        isFor={(action, user) => action.when(user, isMe(user))}
        busy={busy}
        onAction={start}
      />
      <DataTable
        caption="Users"
        columns={userColumns({ planName, isMe, busy, onAction: (action, user) => start(action, [user]) })}
        rows={users}
        mark={({ id }) => ({ 'data-user': id })}
        selection={{ ...selection, nameOf: ({ name }) => name }}
      />
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
