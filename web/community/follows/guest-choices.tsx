import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../platform/ui/button.tsx';

/**
 * The ways for a guest to subscribe to a musician's news: by email, or with an account. Signing in returns to the
 * dialog.
 */
export function GuestChoices({ musicianId, onEmail }: { musicianId: string; onEmail: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        Get emails about new music. With an account you also keep everything you follow in one place.
      </p>
      <Button variant="main" size="large" onClick={onEmail}>
        By email, without an account
      </Button>
      <Link to="/login" search={{ subscribeTo: musicianId }} className={buttonClass('outline', 'large')}>
        Sign in
      </Link>
      <Link to="/signup" search={{ subscribeTo: musicianId }} className={buttonClass('outline', 'large')}>
        Create account
      </Link>
    </div>
  );
}
