import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../platform/ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Shown for an invalid link to a new password, and for a visitor without such a link. */
export const UnknownToken = () => (
  <AuthFrame title="This link does not work">
    <div role="alert" className="flex flex-col gap-2">
      <p>The account for this token was not found.</p>
      <p>The token may have expired.</p>
    </div>
    <Link to="/forgot" className={buttonClass('main', 'large', 'self-start')}>
      Ask for a new link
    </Link>
  </AuthFrame>
);
