import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { FreshSignIn } from './fresh-sign-in.ts';
import { ById, Id, Time } from '../../platform/lib/values.ts';

/** A browser that is signed in to the caller's account. */
export const Session = z.object({
  id: Id,
  /** In words, such as `Firefox on Windows`. */
  device: z.string(),
  /** The country of the IP address at sign-in; null if unknown. */
  place: z.nullable(z.string()),
  /** The IP address at sign-in; for IPv6, the network. */
  network: z.string(),
  createdOn: Time,
  /** Rounded to a quarter of an hour. */
  lastSeenOn: Time,
  /** True for the session that makes this call. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'account',
  summary: 'List the browsers signed in to your account: this one first, then by last use, at most 100',
  reply: z.object({ sessions: z.array(Session) }),
});

export const endOneSession = endpoint({
  method: 'POST',
  path: '/api/sessions/:id/end',
  secret: true,
  access: 'account',
  summary: 'Sign out one of your browsers',
  params: ById,
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ id: Id }),
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end',
  secret: true,
  access: 'account',
  summary: 'Sign out all your browsers except this one',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ ended: z.int() }),
});
