import { MessagesMenu } from '../messages/messages-menu.tsx';
import { NotificationsMenu } from '../notifications/notifications-menu.tsx';

/** The navbar's menus for members: messages and notifications. */
export default function MemberMenus() {
  return (
    <>
      <MessagesMenu />
      <NotificationsMenu />
    </>
  );
}
