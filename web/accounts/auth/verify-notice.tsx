import { MailLinkNotice } from './mail-link-notice.tsx';

/** Lists the actions that need a confirmed email, and sends the confirmation link again. */
export const VerifyNotice = ({ email }: { email: string }) => (
  <MailLinkNotice label="Confirm your email" send="Send it again">
    Confirm your email to publish, to rate and to write to others: open the link that we sent to {email}.
  </MailLinkNotice>
);
