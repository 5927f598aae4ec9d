import { MessagesMenu } from '../../community/messages/messages-menu.tsx';
import { NotificationsMenu } from '../../community/notifications/notifications-menu.tsx';

/** The navbar's menus for members: messages and notifications. */
export default function MemberMenus() {
  return (
    <>
      <MessagesMenu />
      <NotificationsMenu />
    </>
  );
}
