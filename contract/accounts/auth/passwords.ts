import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Me } from '../users/users.ts';
import { Email } from '../../platform/lib/email.ts';
import { GivenPassword, INVALID_PASSWORD } from './fresh-sign-in.ts';

/** A new password: 8 to 128 characters. */
export const NewPassword = z
  .string(INVALID_PASSWORD)
  .check(
    z.minLength(1, { error: INVALID_PASSWORD, abort: true }),
    z.minLength(8, 'Please enter a valid password. It needs at least 8 characters.'),
    z.maxLength(128, 'Please enter a valid password. It may have at most 128 characters.'),
  );

/**
 * Minimum strength of a new password on zxcvbn's scale (0 to 4). Strength 2 takes at least a million guesses, which the
 * throttled sign-in stretches to years. Common and leaked passwords have 0 or 1.
 */
export const MIN_STRENGTH = 2;
/** Number of characters of a password that are rated; more would only take time. */
export const STRENGTH_LENGTH = 32;

/** Words that a password must not consist of: parts of the user's names and email address. */
export const wordsAbout = (person: { email?: string | undefined; names?: readonly string[] }): string[] =>
  [...(person.names ?? []), person.email ?? '', ...(person.email ?? '').split(/[@._+-]/)].filter(
    (word) => word.length > 2,
  );

const Passwords = {
  password: NewPassword,
  passwordVer: z.string('Please confirm password.').check(z.minLength(1, 'Please confirm password.')),
};
const theSame = z.refine<{ password: string; passwordVer: string }>((form) => form.password === form.passwordVer, {
  path: ['passwordVer'],
  error: 'Passwords do not match.',
  when: bothFilled('password', 'passwordVer'),
});

/**
 * The form for a new password, set by a mailed token or as the first one of an account; it needs no current password.
 */
export const NewPasswordForm = z.object({ currentPassword: z.optional(z.string()), ...Passwords }).check(theSame);
/** The form in which members change their password. */
export const ChangePasswordForm = z.object({ currentPassword: GivenPassword, ...Passwords }).check(theSame);

/** Enables a check as soon as both fields are filled, even if other fields of the form are invalid. */
export function bothFilled(one: string, other: string) {
  return ({ value }: { value: unknown }): boolean => {
    const form = value as Record<string, unknown> | null;
    return [one, other].every((field) => typeof form?.[field] === 'string' && form[field] !== '');
  };
}

const Said = z.object({ message: z.string() });
/** 32 random bytes as base64url. A text of any other form gets the same answer as an unknown token. */
const ByToken = z.object({ token: z.string() });

export const ForgotPasswordBody = z.object({ email: Email });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot',
  access: 'anyone',
  summary: 'Mail a link for a new password if the account exists; the response does not reveal whether it does',
  body: ForgotPasswordBody,
  reply: Said,
});

export const checkReset = endpoint({
  method: 'GET',
  path: '/auth/reset/:token',
  access: 'anyone',
  summary: 'Check whether a mailed token can still reset a password',
  params: ByToken,
  reply: Said,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset/:token',
  secret: true,
  access: 'anyone',
  summary: 'Set a new password by a mailed token, once, and end all sessions of the account',
  params: ByToken,
  body: z.object({ password: NewPassword }),
  reply: Said,
  perMinute: 20,
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/reset',
  secret: true,
  access: 'account',
  summary: 'Set the first password or change it, and end the account’s other sessions',
  freshSignIn: { by: 'currentPassword' },
  body: z.object({ currentPassword: z.optional(GivenPassword), password: NewPassword }),
  reply: Me,
  perMinute: 20,
  renewsSession: true,
});
