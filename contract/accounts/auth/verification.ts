import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';

const Said = z.object({ message: z.string() });

export const sendVerification = endpoint({
  method: 'POST',
  path: '/auth/verify',
  access: 'account',
  summary: 'Mail the link that confirms your own email again',
  reply: Said,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify/:token',
  secret: true,
  access: 'anyone',
  summary: 'Confirm an account’s email once, by a mailed token',
  params: z.object({ token: z.string() }),
  reply: Said,
});
