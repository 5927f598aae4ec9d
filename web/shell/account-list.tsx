import { Link } from '@tanstack/react-router';
import { useMe, useSettings } from '../lib/query.ts';
import { nameOf } from '@scoville/contract/addresses.ts';
import { FlameIcon } from '../ui/first-icons.tsx';
import { LogoutIcon, NoteIcon, ShieldIcon, StarIcon, UserIcon } from '../ui/icons.tsx';
import type { LateListProps } from '../ui/late-menu.tsx';
import { MenuList, MenuSeparator, menuItemClass } from '../ui/menu.tsx';
import { CategoryLinks } from './category-links.tsx';
import { PlayerKeysChoice } from './player-keys-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const item = { role: 'menuitem', tabIndex: -1, className: menuItemClass } as const;

/** What the account's menu holds. */
export function AccountList(list: LateListProps) {
  const me = useMe();
  const { plans } = useSettings().subscriptions;
  if (!me) return null;
  const plan = plans.find(({ type }) => type === me.plan)?.displayName;
  return (
    <MenuList label="Account" {...list}>
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
      <Link to="/account/subscription" {...item}>
        <FlameIcon />
        Subscription
        <span className="ml-auto rounded-control bg-raised px-2 text-caption">{plan}</span>
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
      <PlayerKeysChoice />
      <MenuSeparator />
      <Link to="/logout" preload={false} {...item}>
        <LogoutIcon />
        Logout
      </Link>
    </MenuList>
  );
}
