import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { bothFilled } from './passwords.ts';
import { MusicianRef } from './users.ts';
import { Email, isSameMailbox } from './email.ts';
import { Id, PageQuery, Paging, Time } from './values.ts';

/** What a subscription to a musician tells of: each publication, or what reviewers scored above `FOLLOW_SCORE`. */
export const FollowType = z.enum(['curated', 'published'], 'Choose what you want to hear about.');
export type FollowType = z.infer<typeof FollowType>;
export const FOLLOW_TYPES = FollowType.options;

/** Musicians that one account may follow: its list of them is a part of what `/api/users/me` answers. */
export const MAX_FOLLOWED = 1000;

const CONFIRM = 'Please confirm your email.';

/** What a guest types: where the news goes, twice, so that a slip of the finger reaches nobody else. */
export const GuestFollow = z
  .object({
    type: FollowType,
    email: Email,
    emailConfirmation: z.string(CONFIRM).check(z.minLength(1, CONFIRM)),
  })
  .check(
    z.refine((form) => isSameMailbox(form.email, form.emailConfirmation), {
      path: ['emailConfirmation'],
      error: CONFIRM,
      when: bothFilled('email', 'emailConfirmation'),
    }),
  );

/** What an account chooses. */
export const MemberFollow = z.object({ type: FollowType });

/** A subscription to a musician. */
export const Follow = z.object({
  /** Null for guests: their way out is the link in each mail. */
  id: z.nullable(Id),
  type: FollowType,
  subscribedTo: Id,
  subscriber: z.nullable(Id),
  subscriberEmail: z.nullable(z.string()),
  /** A guest's address gets nothing before its owner confirmed it. */
  isConfirmed: z.boolean(),
});
export type Follow = z.infer<typeof Follow>;

export const follow = endpoint({
  method: 'POST',
  path: '/api/media/subscribe/:userId',
  access: 'anyone',
  summary:
    'Subscribe to a musician: the caller’s account, or a guest’s e-mail, which is asked by mail to confirm it. Again with another type changes it',
  params: z.object({ userId: Id }),
  body: z.object({
    type: FollowType,
    subscribedTo: z.optional(z.unknown()).check(z.describe('Ignored: the address says it.')),
    subscriber: z.optional(z.unknown()).check(z.describe('Ignored: it is whoever is signed in.')),
    subscriberEmail: z.optional(z.nullable(Email)).check(z.describe('Required of guests; ignored from accounts.')),
  }),
  reply: Follow,
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/api/media/unsubscribe/:subscriptionId',
  access: 'anyone',
  summary:
    'Cancel a subscription to a musician: one’s own, or any with the token of the link in its mails; again with that is the same',
  params: z.object({ subscriptionId: Id }),
  query: z.object({ token: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({ message: z.string() }),
});

export const confirmFollow = endpoint({
  method: 'POST',
  path: '/api/media/subscribe/confirm/:token',
  secret: true,
  access: 'anyone',
  summary: 'Confirm a guest’s subscription by the token that was mailed; again is the same',
  params: z.object({ token: z.string() }),
  reply: z.object({ message: z.string(), musician: MusicianRef }),
});

export const followOf = endpoint({
  method: 'GET',
  path: '/api/media/subscribe/:userId',
  access: 'account',
  summary: 'The caller’s own subscription to a musician, null without one',
  params: z.object({ userId: Id }),
  reply: z.object({ subscription: z.nullable(Follow) }),
});

export const following = endpoint({
  method: 'GET',
  path: '/api/media/subscriptions',
  access: 'account',
  summary: 'The musicians that the caller follows, the latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({
    subscriptions: z.array(z.object({ id: Id, type: FollowType, musician: MusicianRef, createdOn: Time })),
    total: z.int(),
    paging: Paging,
  }),
});
