import * as z from 'zod/mini';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { FreshSignIn } from './fresh-sign-in.ts';
import { ById, Id } from './values.ts';

/** The message for both a wrong address and a wrong password. */
export const WRONG_CREDENTIALS = 'The email or password is wrong.';

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/delete',
  secret: true,
  access: 'member',
  summary: 'Delete one’s own account, with all media, by its e-mail and password',
  body: z.object({ email: Email, ...FreshSignIn }),
  freshSignIn: { by: 'password', wrong: WRONG_CREDENTIALS },
  reply: z.object({ message: z.string() }),
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  summary: 'Delete an account with all its media',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
