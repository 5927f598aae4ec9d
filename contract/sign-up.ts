import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Me, UserType } from './users.ts';
import { Email, requiredText } from './values.ts';

const Password = z
  .string('Please enter a valid password.')
  .check(
    z.minLength(8, 'Please enter a valid password. It needs at least 8 characters.'),
    z.maxLength(128, 'Please enter a valid password. It may have at most 128 characters.'),
  );

/** The sign-up form; the browser validates with it, too. */
export const SignUp = z
  .object({
    firstName: requiredText(80, 'Please enter your first name.'),
    lastName: requiredText(80, 'Please enter your last name.'),
    email: Email,
    emailConfirmation: z.string('Please confirm your email.').check(z.minLength(1)),
    password: Password,
    passwordConfirmation: z.string('Please confirm password.').check(z.minLength(1)),
    _type: z.optional(UserType),
  })
  .check(
    z.refine((form) => form.email.toLowerCase() === form.emailConfirmation.trim().toLowerCase(), {
      path: ['emailConfirmation'],
      error: 'Emails entered do not match.',
      when: bothFilled('email', 'emailConfirmation'),
    }),
    z.refine((form) => form.password === form.passwordConfirmation, {
      path: ['passwordConfirmation'],
      error: 'Passwords entered do not match.',
      when: bothFilled('password', 'passwordConfirmation'),
    }),
  );

/** A mismatch is said as soon as both fields hold something, whatever else is wrong with the form. */
function bothFilled(one: string, other: string) {
  return ({ value }: { value: unknown }): boolean => {
    const form = value as Record<string, unknown> | null;
    return [one, other].every((field) => typeof form?.[field] === 'string' && form[field] !== '');
  };
}

export const signUp = endpoint({
  method: 'POST',
  path: '/api/users/',
  access: 'anyone',
  summary: 'Create an account and sign in',
  body: SignUp,
  reply: Me,
});
