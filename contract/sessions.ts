import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FreshSignIn } from './fresh-sign-in.ts';
import { ById, Id, Time } from './values.ts';

/** A browser that is signed in to one's account. */
export const Session = z.object({
  id: Id,
  /** In words: `Firefox on Windows`. */
  device: z.string(),
  /** The country of its address when it signed in; null where nobody knows. */
  place: z.nullable(z.string()),
  /** Its address then; of IPv6 the network's. */
  network: z.string(),
  createdOn: Time,
  /** At a grain of a quarter of an hour. */
  lastSeenOn: Time,
  /** It is the one that asks. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'account',
  summary: 'The browsers that are signed in to one’s account: this one first, then by last use, a hundred at most',
  reply: z.object({ sessions: z.array(Session) }),
});

export const endOneSession = endpoint({
  method: 'POST',
  path: '/api/sessions/:id/end',
  secret: true,
  access: 'account',
  summary: 'Sign one of them out',
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
  summary: 'Sign all of them out but this one',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ ended: z.int() }),
});
