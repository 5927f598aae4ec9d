import { Link } from '@tanstack/react-router';

/** A notice for administrators without the second factor that the operator requires, with a link to set one up. */
export function SecondFactorNeeded() {
  return (
    <p role="status" className="rounded-cover border border-amber p-4">
      Administrators need a second factor here.{' '}
      <Link to="/account/overview" hash="second-factor" className="underline">
        Set one up on your account page.
      </Link>
    </p>
  );
}
