import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { GivenPassword } from './fresh-sign-in.ts';
import { Me } from '../users/users.ts';
import { Email } from '../../platform/lib/email.ts';

export const Credentials = z.object({
  email: Email,
  password: GivenPassword,
});

/** The error code of a sign-in refused because the account is suspended. */
export const SUSPENDED = 'suspended';

export const login = endpoint({
  method: 'POST',
  path: '/auth',
  secret: true,
  access: 'anyone',
  summary: 'Sign in with email and password, and start a session',
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
