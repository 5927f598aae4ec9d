import { MessagesMenu } from '../messages/messages-menu.tsx';
import { NotificationsMenu } from '../notifications/notifications-menu.tsx';

/** What a member hears of in the navbar. */
export default function MemberMenus() {
  return (
    <>
      <MessagesMenu />
      <NotificationsMenu />
    </>
  );
}
