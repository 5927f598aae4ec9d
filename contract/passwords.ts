import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Me } from './users.ts';
import { Email } from './email.ts';
import { GivenPassword, INVALID_PASSWORD } from './fresh-sign-in.ts';

/** A password that somebody chooses: 8 to 128 characters. */
export const NewPassword = z
  .string(INVALID_PASSWORD)
  .check(
    z.minLength(1, { error: INVALID_PASSWORD, abort: true }),
    z.minLength(8, 'Please enter a valid password. It needs at least 8 characters.'),
    z.maxLength(128, 'Please enter a valid password. It may have at most 128 characters.'),
  );

/**
 * How hard to guess a new password must be, as zxcvbn counts (0 to 4): 2 takes a million tries and more, which the slowed
 * sign-in makes years of. Common and leaked passwords have 0 or 1.
 */
export const MIN_STRENGTH = 2;
/** Characters of a password that are looked at for that; more would only take time. */
export const STRENGTH_LENGTH = 32;

/** What a password must not be made of: words of a person, and of their address. */
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

/** The form of a new password, chosen by a mailed token or as the first one of an account: it asks for no current one. */
export const NewPasswordForm = z.object({ currentPassword: z.optional(z.string()), ...Passwords }).check(theSame);
/** The form by which a member changes it. */
export const ChangePasswordForm = z.object({ currentPassword: GivenPassword, ...Passwords }).check(theSame);

/** A mismatch is said as soon as both fields hold something, whatever else is wrong with the form. */
export function bothFilled(one: string, other: string) {
  return ({ value }: { value: unknown }): boolean => {
    const form = value as Record<string, unknown> | null;
    return [one, other].every((field) => typeof form?.[field] === 'string' && form[field] !== '');
  };
}

const Said = z.object({ message: z.string() });
/** 32 random bytes as base64url. What has another shape is no token, and said to be unknown like any other. */
const ByToken = z.object({ token: z.string() });

export const ForgotPasswordBody = z.object({ email: Email });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot',
  access: 'anyone',
  summary: 'Mail a link for a new password, if there is such an account; the answer does not tell',
  body: ForgotPasswordBody,
  reply: Said,
});

export const checkReset = endpoint({
  method: 'GET',
  path: '/auth/reset/:token',
  access: 'anyone',
  summary: 'Does this mailed token still open an account?',
  params: ByToken,
  reply: Said,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset/:token',
  secret: true,
  access: 'anyone',
  summary: 'Choose a new password by a mailed token, once; ends all sessions of the account',
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
  summary: 'Choose the first password, or change it; ends the account’s other sessions',
  freshSignIn: { by: 'currentPassword' },
  body: z.object({ currentPassword: z.optional(GivenPassword), password: NewPassword }),
  reply: Me,
  perMinute: 20,
  renewsSession: true,
});
