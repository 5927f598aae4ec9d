import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import { Link } from '@tanstack/react-router';
import { nameOf } from '@scoville/contract/platform/http/addresses.ts';
import { dayText } from '../../platform/lib/format.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Menu, MenuItem } from '../../platform/ui/menu.tsx';
import type { Column } from './data-table.tsx';
import { rowMenu } from './row-menu.tsx';
import { USER_ACTIONS, type UserAction } from './user-actions.ts';

interface UserColumns {
  planName: (type: UserSummary['plan']) => string | null;
  isMe: (user: UserSummary) => boolean;
  busy: boolean;
  onAction: (action: UserAction, user: UserSummary) => void;
}

/** The columns of a row: image, name, role, plan, menu. */
export const userColumns = ({ planName, isMe, busy, onAction }: UserColumns): Column<UserSummary>[] => [
  {
    name: 'Image',
    kind: 'unnamed',
    className: 'md:w-14',
    render: (user) => <Avatar name={user.displayName} image={user.profileImg} className="size-10" />,
  },
  {
    name: 'Name',
    kind: 'plain',
    className: 'md:min-w-64',
    render: (user) => (
      <>
        <Link to="/$name" params={{ name: nameOf(user) }} className="font-[550] break-words hover:underline">
          {user.name}
        </Link>
        <span className="block text-caption [overflow-wrap:anywhere] text-muted">{user.email}</span>
      </>
    ),
  },
  { name: 'Role', render: (user) => <Role user={user} /> },
  { name: 'Plan', render: ({ plan }) => <span>{planName(plan)}</span> },
  {
    name: 'Actions',
    kind: 'menu',
    render: (user) => (
      <Menu {...rowMenu(user.name, busy)}>
        {USER_ACTIONS.filter((action) => action.when(user, isMe(user))).map((action) => (
          <MenuItem key={action.name} onSelect={() => onAction(action, user)}>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    ),
  },
];

const Role = ({ user: { role, isCurator, suspension } }: { user: UserSummary }) => (
  <>
    <span>{role}</span>
    {isCurator && <span className="block text-caption text-muted">certified reviewer</span>}
    {suspension && (
      <span className="block text-caption text-error" title={suspension.reason}>
        {suspension.endsOn === null ? 'suspended' : `suspended until ${dayText(suspension.endsOn)}`}
      </span>
    )}
  </>
);
