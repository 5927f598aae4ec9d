import type { Access } from '@scoville/contract/platform/http/endpoint.ts';
import { HttpError, forbidden, unauthorized } from './errors.ts';

/** The signed-in account that makes a call, with the rights that it has at this moment. */
export interface Actor {
  userId: string;
  role: 'user' | 'admin';
  isCurator: boolean;
  /** Has a password; an account from a sign-in provider must create one before it may do more. */
  hasAuth: boolean;
  /**
   * True for an administrator without a second factor where the operator requires one. `role` is then `user`, so that
   * no rule grants them more.
   */
  lacksSecondFactor: boolean;
  /**
   * Has confirmed its email address; always true where this installation sends no mail. Other accounts may look around
   * and upload, but no more.
   */
  isVerified: boolean;
  /**
   * Has shown from a signed-in session that its holder reads the mail sent to its address; always true where this
   * installation sends no mail. The owner of an address may also confirm it for an account that a stranger signed up
   * with that address. Therefore only a person with both the account and the mailbox may add ways to sign in.
   */
  isVouched: boolean;
}

const NOT_VOUCHED =
  'Confirm your email address from this browser first: open the link that we mail you here, where you are signed in.';
const NO_SECOND_FACTOR = 'Administrators need a second factor here. Set one up on your account page.';

/** The one place that decides the access to an endpoint. Throws 401 without a session, 403 without the right. */
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

/**
 * Throws 403 for an account with an unconfirmed address. Call it before the account publishes, writes to others or
 * rates.
 */
export function checkVerified(actor: Actor): void {
  if (actor.isVerified) return;
  const message = 'Confirm your email first: open the link that we sent you, or ask for another one in your account.';
  throw new HttpError(403, message, [{ field: 'isVerified', code: 'not_verified', message }]);
}

/**
 * Throws 403 if the holder of the account hasn't confirmed its address from a signed-in session. Call it before they
 * link another sign-in or set up a second factor.
 */
export function checkVouched(actor: Actor): void {
  if (actor.isVouched) return;
  throw new HttpError(403, NOT_VOUCHED, [{ field: 'isVouched', code: 'not_vouched', message: NOT_VOUCHED }]);
}
