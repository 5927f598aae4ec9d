import type { Access } from '@scoville/contract/endpoint.ts';
import { HttpError, forbidden, unauthorized } from './errors.ts';

/** Who is calling: a signed-in account, as its session says at this moment. */
export interface Actor {
  userId: string;
  role: 'user' | 'admin';
  isCurator: boolean;
  /** Has a password; an account from a sign-in provider must create one before it may do more. */
  hasAuth: boolean;
  /**
   * An administrator without a second factor, where the operator wants one of them: `role` then says `user`, so that no
   * rule lets them do more.
   */
  lacksSecondFactor: boolean;
  /** Proved its e-mail address, where this installation sends mail; who has not may look around and upload, no more. */
  isVerified: boolean;
  /**
   * Showed, while it held the account, that it reads mail at its address, where this installation sends mail. An address
   * may be confirmed by its owner though the account is somebody else's, who signed up with it: only whoever holds both
   * may add what opens the account.
   */
  isVouched: boolean;
}

const NOT_VOUCHED =
  'Confirm your email address from this browser first: open the link that we mail you here, where you are signed in.';
const NO_SECOND_FACTOR = 'Administrators need a second factor here. Set one up on your account page.';

/** The one place where an endpoint's access is decided. Throws 401 without a session, 403 without the right. */
export function checkAccess(access: Access, actor: Actor | null): void {
  if (access === 'anyone') return;
  if (actor === null) throw unauthorized();
  if (access === 'account') return;
  if (!actor.hasAuth)
    throw new HttpError(403, 'Create a password first.', [
      { field: 'hasAuth', code: 'no_password', message: 'Create a password first.' },
    ]);
  if (access === 'admin' && actor.lacksSecondFactor)
    throw new HttpError(403, NO_SECOND_FACTOR, [
      { field: 'secondFactor', code: 'no_second_factor', message: NO_SECOND_FACTOR },
    ]);
  if (access === 'curator' && !actor.isCurator && actor.role !== 'admin')
    throw forbidden('Only reviewers may do this.');
  if (access === 'admin' && actor.role !== 'admin') throw forbidden('Only administrators may do this.');
}

/** Throws 403 for an account that has not confirmed its address yet: before it publishes, writes to others or rates. */
export function checkVerified(actor: Actor): void {
  if (actor.isVerified) return;
  const message = 'Confirm your email first: open the link that we sent you, or ask for another one in your account.';
  throw new HttpError(403, message, [{ field: 'isVerified', code: 'not_verified', message }]);
}

/** Throws 403 for who has not confirmed the address of the account that they hold: before they link another one or set up a second factor. */
export function checkVouched(actor: Actor): void {
  if (actor.isVouched) return;
  throw new HttpError(403, NOT_VOUCHED, [{ field: 'isVouched', code: 'not_vouched', message: NOT_VOUCHED }]);
}
