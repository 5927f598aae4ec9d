import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { NewPassword, bothFilled } from './passwords.ts';
import { Me, UserType } from '../users/users.ts';
import { Email, isSameMailbox } from '../../platform/lib/email.ts';
import { requiredText } from '../../platform/lib/values.ts';

/** The sign-up form. The browser validates with it, too. */
export const SignUp = z
  .object({
    firstName: requiredText(80, 'Please enter your first name.'),
    lastName: requiredText(80, 'Please enter your last name.'),
    email: Email,
    emailConfirmation: z.string('Please confirm your email.').check(z.minLength(1)),
    password: NewPassword,
    passwordConfirmation: z.string('Please confirm password.').check(z.minLength(1)),
    _type: z.optional(UserType),
  })
  .check(
    z.refine((form) => isSameMailbox(form.email, form.emailConfirmation), {
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

export const signUp = endpoint({
  method: 'POST',
  path: '/api/users/',
  secret: true,
  access: 'anyone',
  summary: 'Create an account and sign in',
  body: SignUp,
  reply: Me,
});
