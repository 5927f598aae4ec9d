import { UNLINK_DAYS } from '@scoville/contract/community/own-account/email-change.ts';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClass } from '../../platform/ui/button.tsx';
import { SuccessMessage } from '../../platform/ui/success-message.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useUndoEmail } from './email-change.calls.ts';
import { OneClickFrame } from './one-click-frame.tsx';

/** Undoes a change of email address, by the link mailed to the former address. */
export function UndoEmailScreen() {
  const { token } = useParams({ from: '/account/undo-email/$token' });
  const undo = useUndoEmail(token);
  if (undo.isSuccess)
    return (
      <AuthFrame
        title="The change was taken back"
        lead="Choose a new password now, because someone else may know the one that you have."
      >
        <SuccessMessage>You sign in with {undo.data.email}. Every browser was signed out.</SuccessMessage>
        <Link
          to="/reset/$token"
          params={{ token: undo.data.resetToken }}
          className={buttonClass('main', 'large', 'self-start')}
        >
          Choose a new password
        </Link>
        {undo.data.unlinked && (
          <p>
            Accounts elsewhere, such as one of Google, that were linked lately no longer sign in. Link yours again on
            your account overview.
          </p>
        )}
        <p className="text-muted">
          Are you asked for a second factor that is not yours? <Link to="/help/contact">Contact us</Link>.
        </p>
      </AuthFrame>
    );
  return (
    <OneClickFrame
      title="Was this change not yours?"
      lead={`Take it back, and your account keeps this email, or has it again. Every browser is signed out, you choose a new password, and accounts elsewhere that were linked since, or in the ${UNLINK_DAYS} days before, are unlinked.`}
      label="Take the change back"
      mutation={undo}
    />
  );
}
