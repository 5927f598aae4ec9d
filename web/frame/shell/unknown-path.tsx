import { Navigate } from '@tanstack/react-router';

/** Redirects an unknown address to Home. */
export function UnknownPath() {
  return <Navigate to="/" replace />;
}
