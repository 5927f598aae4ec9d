import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { bothFilled } from '../../accounts/auth/passwords.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { Email, isSameMailbox } from '../../platform/lib/email.ts';
import { Id, PageQuery, Paging, Time } from '../../platform/lib/values.ts';

/**
 * The news that a subscription to a musician sends: each publication (`published`), or only media that reviewers scored
 * above `FOLLOW_SCORE` (`curated`).
 */
export const FollowType = z.enum(['curated', 'published'], 'Choose what you want to hear about.');
export type FollowType = z.infer<typeof FollowType>;
export const FOLLOW_TYPES = FollowType.options;

/**
 * Maximum musicians that one account may follow. There is a limit because the reply of `/api/users/me` contains them
 * all.
 */
export const MAX_FOLLOWED = 1000;

const CONFIRM = 'Please confirm your email.';

/** The form for guests. The address is typed twice, so that a typo doesn't send the news to a stranger. */
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

/** The form for accounts. */
export const MemberFollow = z.object({ type: FollowType });

/** A subscription to a musician. */
export const Follow = z.object({
  /** Null for guests, who cancel with the link in each mail. */
  id: z.nullable(Id),
  type: FollowType,
  subscribedTo: Id,
  subscriber: z.nullable(Id),
  subscriberEmail: z.nullable(z.string()),
  /** A guest's address gets no news before its owner has confirmed it. */
  isConfirmed: z.boolean(),
});
export type Follow = z.infer<typeof Follow>;

export const follow = endpoint({
  method: 'POST',
  path: '/api/media/subscribe/:userId',
  access: 'anyone',
  summary: 'Subscribe to a musician, or change the type of news; a guest’s email must be confirmed by mail first',
  params: z.object({ userId: Id }),
  body: z.object({
    type: FollowType,
    subscribedTo: z.optional(z.unknown()).check(z.describe('Ignored, because the path names the musician.')),
    subscriber: z.optional(z.unknown()).check(z.describe('Ignored, because the subscriber is the signed-in account.')),
    subscriberEmail: z.optional(z.nullable(Email)).check(z.describe('Required for guests, and ignored for accounts.')),
  }),
  reply: Follow,
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/api/media/unsubscribe/:subscriptionId',
  access: 'anyone',
  summary: 'Cancel your own subscription to a musician, or any with its mailed token, which works repeatedly',
  params: z.object({ subscriptionId: Id }),
  query: z.object({ token: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({ message: z.string() }),
});

export const confirmFollow = endpoint({
  method: 'POST',
  path: '/api/media/subscribe/confirm/:token',
  secret: true,
  access: 'anyone',
  summary: 'Confirm a guest’s subscription by the mailed token; repeated calls change nothing',
  params: z.object({ token: z.string() }),
  reply: z.object({ message: z.string(), musician: MusicianRef }),
});

export const followOf = endpoint({
  method: 'GET',
  path: '/api/media/subscribe/:userId',
  access: 'account',
  summary: 'Get your own subscription to a musician, or null',
  params: z.object({ userId: Id }),
  reply: z.object({ subscription: z.nullable(Follow) }),
});

export const following = endpoint({
  method: 'GET',
  path: '/api/media/subscriptions',
  access: 'account',
  summary: 'List the musicians that the caller follows, latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({
    subscriptions: z.array(z.object({ id: Id, type: FollowType, musician: MusicianRef, createdOn: Time })),
    total: z.int(),
    paging: Paging,
  }),
});
