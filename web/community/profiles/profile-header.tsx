import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { SubscribeButton } from '../follows/subscribe-button.tsx';
import { truncate } from '../../platform/lib/truncate.ts';
import { useMe } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { sharedZone } from '../../catalogue/sharing/shareable.ts';
import { ShareControl } from '../../catalogue/sharing/share-control.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { HatIcon } from '../../platform/ui/first-icons.tsx';
import { ShareIcon } from '../../platform/ui/icons.tsx';

/** Number of characters of a title that are shown. */
const TITLE = 70;

interface ProfileHeaderProps {
  who: PublicUser;
  isSubscribing: boolean;
  /** Controls of other domains, shown last. */
  children: ReactNode;
}

/**
 * The musician's picture, names and title, with actions on the whole profile. The subscription dialog is open for users
 * who signed in to subscribe.
 */
export function ProfileHeader({ who, isSubscribing, children }: ProfileHeaderProps) {
  const me = useMe();
  const short = truncate(who.title, TITLE);
  return (
    <header className="mb-6 flex flex-wrap items-center gap-5 rounded-hero bg-[color-mix(in_oklab,var(--zone)_14%,var(--surface))] p-4 md:p-6">
      <Avatar
        name={who.displayName}
        image={who.profileImg}
        className="size-20 text-head ring-3 ring-(--zone) md:size-28"
      />
      <div className="min-w-0 grow basis-44">
        <h1
          aria-label={who.isMasterChef ? `${who.displayName}, Master Chef` : undefined}
          className="flex items-center gap-2 text-[clamp(28px,3.4vw,44px)] leading-tight break-words"
        >
          <bdi className="min-w-0">{who.displayName}</bdi>
          {who.isMasterChef && <HatIcon className="size-7 flex-none text-amber" />}
        </h1>
        {who.name !== who.displayName && <p className="break-words text-muted">{who.name}</p>}
        {who.title !== '' && (
          <p className="break-words text-muted" title={short === null ? undefined : who.title}>
            {short === null ? who.title : `${short}…`}
          </p>
        )}
        <p className="tabular text-muted">{pluralize(who.playCount, 'play', 'plays')}</p>
      </div>
      {me && me.id !== who.id && (
        <Link to="/messages/$userId" params={{ userId: who.id }} className={buttonClass('outline')}>
          Message
        </Link>
      )}
      <SubscribeButton musician={who} opened={isSubscribing} />
      <ShareControl what={sharedZone(who)}>
        {(open) => (
          <Button className="border-muted!" onClick={open}>
            <ShareIcon className="size-5" />
            Share
          </Button>
        )}
      </ShareControl>
      <ReportButton what={{ kind: 'user', id: who.id, ownerId: who.id }} />
      {children}
    </header>
  );
}
