import { Link } from '@tanstack/react-router';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { JOBS_PATH, nameOf } from '@scoville/contract/platform/http/addresses.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { PlaylistIcon } from '../../platform/ui/playlist-icon.tsx';
import { FlameIcon } from '../../platform/ui/first-icons.tsx';
import {
  BellIcon,
  ChartIcon,
  EditIcon,
  InfoIcon,
  KeyIcon,
  ListIcon,
  MessageIcon,
  LogoutIcon,
  NoteIcon,
  ShieldIcon,
  StarIcon,
  TicketIcon,
  TrashIcon,
  UserIcon,
} from '../../platform/ui/icons.tsx';
import type { LateListProps } from '../../platform/ui/late-menu.tsx';
import { MenuList, MenuSeparator, menuItemClass } from '../../platform/ui/menu.tsx';
import { CategoryLinks } from './category-links.tsx';
import { PlayerKeysChoice } from './player-keys-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const item = { role: 'menuitem', tabIndex: -1, className: menuItemClass } as const;

/** The entries of the account's menu; on narrow screens also the links for which the navbar has no room. */
export default function AccountList(list: LateListProps) {
  const me = useMe();
  if (!me) return null;
  return (
    <MenuList label="Account" {...list}>
      <CategoryLinks />
      <OwnLinks me={me} />
      <MenuSeparator />
      <SettingsLinks me={me} />
      <StaffLinks me={me} />
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <PlayerKeysChoice />
      <MenuSeparator />
      <Link to="/help" {...item}>
        <InfoIcon />
        Help
      </Link>
      <Link to="/logout" preload={false} {...item}>
        <LogoutIcon />
        Logout
      </Link>
      <Link to="/account/delete" {...item}>
        <TrashIcon />
        Delete Account
      </Link>
    </MenuList>
  );
}

/** Links to the account's profile, messages, songs and videos, playlists, shows and statistics. */
function OwnLinks({ me }: { me: Me }) {
  return (
    <>
      <Link to="/$name" params={{ name: nameOf(me) }} {...item}>
        <UserIcon />
        My Profile
      </Link>
      <Link to="/messages" {...item}>
        <MessageIcon />
        Messages
      </Link>
      <Link to="/account/profile" {...item}>
        <EditIcon />
        Edit Profile
      </Link>
      <Link to="/account/media" {...item}>
        <NoteIcon />
        Songs &amp; Videos
        <span className="tabular ml-auto text-muted">{me.uploadedSongs + me.uploadedVideos}</span>
      </Link>
      <Link to="/playlists" {...item}>
        <PlaylistIcon />
        Playlists
      </Link>
      <Link to="/account/performances" {...item}>
        <TicketIcon />
        Shows
        <span className="tabular ml-auto text-muted">{me.upcomingShows}</span>
      </Link>
      <Link to="/account/overview" {...item}>
        <ListIcon />
        Account Overview
      </Link>
      <Link to="/account/overview" hash="account-figures" {...item} className={`${menuItemClass} md:hidden`}>
        <ChartIcon />
        Stats
      </Link>
    </>
  );
}

function SettingsLinks({ me }: { me: Me }) {
  const { plans } = useSettings().subscriptions;
  const plan = plans.find(({ type }) => type === me.plan)?.displayName;
  return (
    <>
      <Link to="/account" {...item} className={`${menuItemClass} font-[650]`}>
        Account Settings
      </Link>
      {!me.isSubscribed && plans.length > 1 && (
        <Link to="/account/subscription" {...item} className={`${menuItemClass} lg:hidden`}>
          <FlameIcon />
          Upgrade
        </Link>
      )}
      <Link to="/account/subscription" {...item}>
        <FlameIcon />
        Subscription
        <span className="ml-auto rounded-control bg-raised px-2 text-caption">{plan}</span>
      </Link>
      <Link to="/account/notifications" {...item}>
        <BellIcon />
        Notifications
      </Link>
      <Link to="/reset" {...item}>
        <KeyIcon />
        Change password
      </Link>
    </>
  );
}

/** Links for reviewers and administrators. */
function StaffLinks({ me }: { me: Me }) {
  return (
    <>
      {(me.isCurator || me.role === 'admin') && (
        <Link to="/review" {...item}>
          <StarIcon />
          Review
        </Link>
      )}
      {me.role === 'admin' && (
        <>
          <Link to="/admin/media" {...item}>
            <ShieldIcon />
            Admin
          </Link>
          <a href={JOBS_PATH} {...item}>
            <ListIcon />
            Agenda Jobs
          </a>
        </>
      )}
    </>
  );
}
