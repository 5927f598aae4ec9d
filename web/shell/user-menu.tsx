import type { Me } from '@scoville/contract/users.ts';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../ui/avatar.tsx';
import { LogoutIcon, NoteIcon, ShieldIcon, StarIcon, UserIcon } from '../ui/icons.tsx';
import { Menu, MenuSeparator, menuItemClass } from '../ui/menu.tsx';
import { nameOf } from '../paths.ts';
import { CategoryLinks } from './category-links.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const item = { role: 'menuitem', tabIndex: -1, className: menuItemClass } as const;

/** The account's menu, on the picture at the right of the navbar. */
export function UserMenu({ me }: { me: Me }) {
  return (
    <Menu
      label="Account"
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={`Account of ${me.displayName}`}
          className="grid size-[42px] place-items-center rounded-full"
        >
          <Avatar name={me.displayName} image={me.profileImg} />
        </button>
      )}
    >
      <CategoryLinks />
      <Link to="/$name" params={{ name: nameOf(me) }} {...item}>
        <UserIcon />
        My Profile
      </Link>
      <Link to="/account/media" {...item}>
        <NoteIcon />
        Songs &amp; Videos
        <span className="tabular ml-auto text-muted">{me.uploadedSongs + me.uploadedVideos}</span>
      </Link>
      {(me.isCurator || me.role === 'admin') && (
        <Link to="/review" {...item}>
          <StarIcon />
          Review
        </Link>
      )}
      {me.role === 'admin' && (
        <Link to="/admin/media" {...item}>
          <ShieldIcon />
          Admin
        </Link>
      )}
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <Link to="/logout" preload={false} {...item}>
        <LogoutIcon />
        Logout
      </Link>
    </Menu>
  );
}
