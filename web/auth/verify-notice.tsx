import { MailLinkNotice } from './mail-link-notice.tsx';

/** Says what an account cannot do yet, and sends the link that changes that again. */
export const VerifyNotice = ({ email }: { email: string }) => (
  <MailLinkNotice label="Confirm your email" send="Send it again">
    Confirm your email to publish, to rate and to write to others: open the link that we sent to {email}.
  </MailLinkNotice>
);
