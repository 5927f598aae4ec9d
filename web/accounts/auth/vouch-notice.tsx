import { MailLinkNotice } from './mail-link-notice.tsx';

/**
 * Explains why no other way to sign in can be added yet, and mails the link that allows it.
 * @param toDo the action that the user came for: "link an account"
 */
export const VouchNotice = ({ email, toDo }: { email: string; toDo: string }) => (
  <MailLinkNotice label={`Confirm your email to ${toDo}`} send="Send me the link">
    Confirm your email address from this browser first, to {toDo}: open the link that we mail to {email} here, where you
    are signed in.
  </MailLinkNotice>
);
