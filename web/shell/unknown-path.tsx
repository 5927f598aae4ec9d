import { Navigate } from '@tanstack/react-router';

/** An address that is no screen leads home. */
export function UnknownPath() {
  return <Navigate to="/" replace />;
}
