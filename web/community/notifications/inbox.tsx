import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Notification } from '@scoville/contract/community/notifications/notifications.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { notificationPages, unreadQuery, useMarkNotification, useReadNotifications } from './inbox.calls.ts';
import { NotificationLine } from './notification-line.tsx';
import { linkTo } from './link-to.ts';

const FollowedNews = neededPart(async () => ({ default: (await import('../follows/followed-news.tsx')).FollowedNews }));

/** The address's fragment (behind "#") that shows the news from followed musicians. Back and a reload keep it. */
const FOLLOWED = 'following';
const TABS = [
  { hash: '', label: 'Yours' },
  { hash: FOLLOWED, label: 'From musicians you follow' },
];

/** The user's notifications and, in a second tab, the posts and releases of the musicians that the user follows. */
export function InboxScreen() {
  const isFollowed = useLocation({ select: ({ hash }) => hash === FOLLOWED });
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 py-8">
      <h1 className="text-head">Your Notifications</h1>
      <nav aria-label="Notification tabs" className="flex flex-wrap gap-x-6 border-b border-line">
        {TABS.map(({ hash, label }) => {
          const isShown = (hash === FOLLOWED) === isFollowed;
          return (
            <Link
              key={hash}
              to="/notifications"
              hash={hash}
              aria-current={isShown ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-10 items-center border-b-2',
                isShown ? 'border-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {label}
            </Link>
          );
        })}
      </nav>
      {isFollowed ? (
        <Suspense>
          <FollowedNews />
        </Suspense>
      ) : (
        <Notifications />
      )}
    </div>
  );
}

/** The notifications, newest first. Loads more near the end of the list. */
function Notifications() {
  const { productName } = useSettings();
  const list = useInfiniteQuery(notificationPages());
  const unread = useQuery(unreadQuery()).data?.count ?? 0;
  const readAll = useReadNotifications();
  const all = list.data?.pages.flatMap((page) => page.notifications);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button disabled={unread === 0} busy={readAll.isPending} onClick={() => readAll.mutate(all?.[0]?.id)}>
          Mark all as read
        </Button>
        <Link to="/account/notifications" className={buttonClass('plain')}>
          Settings
        </Link>
      </div>
      {all === undefined ? (
        list.isError ? (
          <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />
        ) : (
          <Loading label="Loading your notifications">
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} className="mb-2 h-16 w-full" />
            ))}
          </Loading>
        )
      ) : all.length === 0 ? (
        <EmptyState>No notifications yet. Comments, new followers and reviews will appear here.</EmptyState>
      ) : (
        <ul aria-label="Notifications" className="flex flex-col divide-y divide-line">
          {all.map((one) => (
            // On a phone, the switch is below the text, because the text needs the full width.
            <li key={one.id} className="flex items-center gap-2 py-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-0">
              <Entry notification={one} />
            </li>
          ))}
        </ul>
      )}
      <NextPage list={list} endless />
    </>
  );
}

const lineClass = 'flex min-w-0 grow items-center gap-3 rounded-control p-2 text-left';

/** A notification that links to its subject, and a switch between read and unread. */
function Entry({ notification }: { notification: Notification }) {
  const mark = useMarkNotification();
  const { id, path, isRead, text } = notification;
  const set = (to: boolean) => mark.mutate({ id, isRead: to });
  const label = `Mark as ${isRead ? 'unread' : 'read'}`;
  return (
    <>
      {path === null ? (
        <span className={lineClass}>
          <NotificationLine notification={notification} />
        </span>
      ) : (
        <Link {...linkTo(path)} className={`${lineClass} hover:bg-raised`} onClick={() => !isRead && set(true)}>
          <NotificationLine notification={notification} />
        </Link>
      )}
      <Button
        size="small"
        variant="plain"
        className="flex-none max-sm:ml-12 max-sm:self-start"
        aria-label={`${label}: ${text}`}
        onClick={() => set(!isRead)}
      >
        {label}
      </Button>
    </>
  );
}
