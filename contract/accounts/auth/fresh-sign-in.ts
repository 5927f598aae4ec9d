import * as z from 'zod/mini';
import type { Endpoint } from '../../platform/http/endpoint.ts';

/** Minutes for which a sign-in at a provider replaces the password. */
export const FRESH_MINUTES = 10;

/**
 * Error codes of a refused call, besides `wrong_credentials`: the password is missing, or the account has no password
 * and must sign in again.
 */
export const PASSWORD_MISSING = 'required';
export const SIGN_IN_AGAIN = 'sign_in_again';

export const INVALID_PASSWORD = 'Please enter a valid password.';

/** A password of an existing account. The rules for new passwords don't apply, because they may have changed since. */
export const GivenPassword = z
  .string(INVALID_PASSWORD)
  .check(z.minLength(1, INVALID_PASSWORD), z.maxLength(128, INVALID_PASSWORD));

/**
 * Part of the body of calls that need a fresh sign-in. The password may be omitted for some minutes after a sign-in at
 * a provider.
 */
export const FreshSignIn = { password: z.optional(GivenPassword) };

/** The form for such a call, for accounts with a password. */
export const PasswordForm = z.object({ password: GivenPassword });

/** One sentence for the API's documentation. */
export function describeFreshSignIn({ by, toChange }: NonNullable<Endpoint['freshSignIn']>): string {
  const need = `the account’s password in \`${by}\`, or a sign-in at its provider within the last ${FRESH_MINUTES} minutes`;
  return toChange === undefined ? `Needs ${need}.` : `Another \`${toChange}\` needs ${need}.`;
}
