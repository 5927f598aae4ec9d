import { errorText } from '@scoville/contract/errors.ts';
import type { Notification } from '@scoville/contract/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSettings } from '../lib/query.ts';
import { classNames } from '../ui/class-names.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { BellIcon, CheckIcon, ListIcon } from '../ui/icons.tsx';
import { Menu, MenuItem, MenuSeparator, menuItemClass } from '../ui/menu.tsx';
import { newestNotifications, unreadQuery, useMarkNotification, useReadNotifications } from './inbox.calls.ts';
import { NotificationLine } from './notification-line.tsx';
import { linkTo } from './link-to.ts';

/** The same from the start, whatever comes in: the menu's place is found as it opens. */
const WIDTH = 'w-[min(360px,calc(100vw-32px))]!';

/** The navbar's bell: how many notifications are unread, and the newest of them. */
export function NotificationsMenu() {
  const count = useQuery(unreadQuery()).data?.count ?? 0;
  return (
    <Menu
      label="Notifications"
      renderTrigger={(props) => (
        <IconButton label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`} {...props}>
          <BellIcon />
          <CountBadge count={count} />
        </IconButton>
      )}
    >
      <Newest unread={count} />
      <Link to="/notifications" role="menuitem" tabIndex={-1} className={menuItemClass}>
        <ListIcon />
        All notifications
      </Link>
    </Menu>
  );
}

function Newest({ unread }: { unread: number }) {
  const { productName } = useSettings();
  const { data, error } = useQuery(newestNotifications());
  const readAll = useReadNotifications();
  if (data === undefined) return <Word>{error ? errorText(error, productName) : 'Loading…'}</Word>;
  if (data.notifications.length === 0) return <Word>Nothing has happened yet.</Word>;
  return (
    <>
      {data.notifications.map((one) => (
        <Entry key={one.id} notification={one} />
      ))}
      <MenuSeparator />
      {unread > 0 && (
        <MenuItem icon={<CheckIcon />} onSelect={() => readAll.mutate(data.notifications[0]?.id)}>
          Mark all as read
        </MenuItem>
      )}
    </>
  );
}

/** A sentence where entries would be: a menu holds nothing but items. */
const Word = ({ children }: { children: string }) => (
  <span
    role="menuitem"
    aria-disabled="true"
    className={classNames('flex min-h-10 items-center px-3 py-2 text-muted', WIDTH)}
  >
    {children}
  </span>
);

/** Leads to what it tells of, and counts as read then; what is gone is only read. */
function Entry({ notification }: { notification: Notification }) {
  const mark = useMarkNotification();
  const { id, path, isRead } = notification;
  const read = () => {
    if (!isRead) mark.mutate({ id, isRead: true });
  };
  const className = classNames(menuItemClass, WIDTH);
  return path === null ? (
    <button type="button" role="menuitem" tabIndex={-1} className={className} onClick={read}>
      <NotificationLine notification={notification} />
    </button>
  ) : (
    <Link {...linkTo(path)} role="menuitem" tabIndex={-1} className={className} onClick={read}>
      <NotificationLine notification={notification} />
    </Link>
  );
}
