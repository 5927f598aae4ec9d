import * as z from 'zod/mini';
import { Email } from '../../platform/lib/email.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { FreshSignIn } from '../../accounts/auth/fresh-sign-in.ts';
import { ById, Id } from '../../platform/lib/values.ts';

/** The message for a wrong email as well as for a wrong password, so that it doesn't reveal which one it was. */
export const WRONG_CREDENTIALS = 'The email or password is wrong.';

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/delete',
  secret: true,
  access: 'member',
  summary: 'Delete your own account with all its songs and videos, confirmed by email and password',
  body: z.object({ email: Email, ...FreshSignIn }),
  freshSignIn: { by: 'password', wrong: WRONG_CREDENTIALS },
  reply: z.object({ message: z.string() }),
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  summary: 'Delete an account with all its songs and videos',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
