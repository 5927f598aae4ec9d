import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Me } from './users.ts';
import { Email } from './values.ts';

export const Credentials = z.object({
  email: Email,
  password: z
    .string('Please enter a valid password.')
    .check(z.minLength(1, 'Please enter a valid password.'), z.maxLength(128, 'Please enter a valid password.')),
});

export const login = endpoint({
  method: 'POST',
  path: '/auth',
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
