import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { GivenPassword } from './fresh-sign-in.ts';
import { Me } from './users.ts';
import { Email } from './email.ts';

export const Credentials = z.object({
  email: Email,
  password: GivenPassword,
});

/** The code of a refused sign-in whose account is suspended. */
export const SUSPENDED = 'suspended';

export const login = endpoint({
  method: 'POST',
  path: '/auth',
  secret: true,
  access: 'anyone',
  summary: 'Sign in with e-mail and password; starts a session',
  body: Credentials,
  reply: Me,
});

export const logout = endpoint({
  method: 'GET',
  path: '/auth/logout',
  access: 'anyone',
  summary: 'End this session',
  changesState: true,
  reply: z.object({ message: z.string() }),
});
