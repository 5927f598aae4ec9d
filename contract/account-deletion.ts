import * as z from 'zod/mini';
import { Credentials } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ById, Id } from './values.ts';

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/delete',
  secret: true,
  access: 'member',
  summary: 'Delete one’s own account, with all media, by its e-mail and password',
  body: Credentials,
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
