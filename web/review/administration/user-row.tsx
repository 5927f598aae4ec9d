import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { Link } from '@tanstack/react-router';
import { nameOf } from '@scoville/contract/platform/http/addresses.ts';
import { dayText } from '../../platform/lib/format.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { busyTrigger } from '../../platform/ui/busy-trigger.ts';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { MoreIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { Menu, MenuItem } from '../../platform/ui/menu.tsx';
import { TableCell, TableRow } from '../../platform/ui/table.tsx';
import { USER_ACTIONS, type UserAction } from './user-actions.ts';

interface AdminUserRowProps {
  user: UserSummary;
  isMe: boolean;
  selected: boolean;
  busy: boolean;
  onSelect: (selected: boolean) => void;
  onAction: (action: UserAction) => void;
}

/** One row of the table: checkbox, image, name, role, plan, menu. */
export function AdminUserRow({ user, isMe, selected, busy, onSelect, onAction }: AdminUserRowProps) {
  const { plans } = useSettings().subscriptions;
  const planName = plans.find(({ type }) => type === user.plan)?.displayName ?? user.plan;
  return (
    <TableRow data-user={user.id}>
      <TableCell className="md:w-12">
        <Checkbox
          hideLabel
          label={`Select ${user.name}`}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </TableCell>
      <TableCell className="md:w-14">
        <Avatar name={user.displayName} image={user.profileImg} className="size-10" />
      </TableCell>
      <TableCell className="md:min-w-64">
        <Link to="/$name" params={{ name: nameOf(user) }} className="font-[550] break-words hover:underline">
          {user.name}
        </Link>
        <span className="block text-caption [overflow-wrap:anywhere] text-muted">{user.email}</span>
      </TableCell>
      <TableCell name="Role">
        <span>{user.role}</span>
        {user.isCurator && <span className="block text-caption text-muted">certified reviewer</span>}
        {user.suspension && (
          <span className="block text-caption text-error" title={user.suspension.reason}>
            {user.suspension.endsOn === null ? 'suspended' : `suspended until ${dayText(user.suspension.endsOn)}`}
          </span>
        )}
      </TableCell>
      <TableCell name="Plan">
        <span>{planName}</span>
      </TableCell>
      <TableCell actions className="md:w-12">
        <Menu
          label={`Actions for ${user.name}`}
          renderTrigger={(props) => (
            <IconButton {...busyTrigger(props, busy)} label={`Actions for ${user.name}`}>
              <MoreIcon />
            </IconButton>
          )}
        >
          {USER_ACTIONS.filter((action) => action.when(user, isMe)).map((action) => (
            <MenuItem key={action.name} onSelect={() => onAction(action)}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </TableCell>
    </TableRow>
  );
}
