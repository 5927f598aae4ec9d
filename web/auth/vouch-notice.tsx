import { MailLinkNotice } from './mail-link-notice.tsx';

/**
 * Says why nothing that opens the account can be added yet, and sends the link that changes that.
 * @param toDo what one came to do here: "link an account"
 */
export const VouchNotice = ({ email, toDo }: { email: string; toDo: string }) => (
  <MailLinkNotice label={`Confirm your email to ${toDo}`} send="Send me the link">
    Confirm your email address from this browser first, to {toDo}: open the link that we mail to {email} here, where you
    are signed in.
  </MailLinkNotice>
);
