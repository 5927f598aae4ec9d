import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Notification } from '@scoville/contract/community/notifications/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSettings } from '../../platform/lib/query.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { COUNT_MENU_WIDTH, CountMenu, MenuSentence } from '../../platform/ui/count-menu.tsx';
import { BellIcon, CheckIcon, ListIcon } from '../../platform/ui/icons.tsx';
import { MenuItem, MenuSeparator, menuItemClass } from '../../platform/ui/menu.tsx';
import { newestNotifications, unreadQuery, useMarkNotification, useReadNotifications } from './inbox.calls.ts';
import { NotificationLine } from './notification-line.tsx';
import { linkTo } from './link-to.ts';

/** The navbar's bell: the number of unread notifications, and the newest ones. */
export function NotificationsMenu() {
  const count = useQuery(unreadQuery()).data?.count ?? 0;
  return (
    <CountMenu label="Notifications" icon={<BellIcon />} count={count}>
      <Newest unread={count} />
      <Link to="/notifications" role="menuitem" tabIndex={-1} className={menuItemClass}>
        <ListIcon />
        All notifications
      </Link>
    </CountMenu>
  );
}

function Newest({ unread }: { unread: number }) {
  const { productName } = useSettings();
  const { data, error } = useQuery(newestNotifications());
  const readAll = useReadNotifications();
  if (data === undefined) return <MenuSentence>{error ? errorText(error, productName) : 'Loading…'}</MenuSentence>;
  if (data.notifications.length === 0) return <MenuSentence>No notifications yet.</MenuSentence>;
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

/**
 * A notification that links to its subject; a click also marks it as read. If the subject is gone, a click only marks
 * it.
 */
function Entry({ notification }: { notification: Notification }) {
  const mark = useMarkNotification();
  const { id, path, isRead } = notification;
  const read = () => {
    if (!isRead) mark.mutate({ id, isRead: true });
  };
  const className = classNames(menuItemClass, COUNT_MENU_WIDTH);
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
