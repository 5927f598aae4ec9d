import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { MusicianRef } from './users.ts';
import { ById, Id, PageQuery, Paging, Time } from './values.ts';

/** Unread notifications are counted up to this many. */
export const MAX_COUNTED = 100;

/** Something that happened, as the account is told of it whom it concerns. */
export const Notification = z.object({
  id: Id,
  /** What sort of thing, such as `comment`. */
  kind: z.string(),
  /** The sentence that says it, with names as they are today. */
  text: z.string(),
  /** How a comment, a reply or a post begins; null for all else. */
  excerpt: z.nullable(z.string()),
  /** Where it leads, as a pathname; null where there is nothing to be seen any more. */
  path: z.nullable(z.string()),
  /** Who caused it, where that was somebody with an account. */
  actor: z.nullable(MusicianRef),
  /** What it is about; null also where the caller may not see that any more. */
  media: z.nullable(MediaSummary),
  createdAt: Time,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const unreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: 'How many of the caller’s notifications are unread; 100 stands for more',
  reply: z.object({ count: z.int() }),
});

export const notifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary: 'What the caller was notified of within 180 days, the latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({ notifications: z.array(Notification), total: z.int(), paging: Paging }),
});

export const updateNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id',
  access: 'member',
  summary: 'Mark one of the caller’s notifications as read or unread',
  params: ById,
  body: z.object({ isRead: z.boolean() }),
  reply: z.object({ id: Id, isRead: z.boolean() }),
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Mark the caller’s notifications as read: all of them, or one and those before it',
  body: z.object({
    upTo: z.optional(Id).check(z.describe('The latest one that the caller has seen: what came since stays unread.')),
  }),
  reply: z.object({ count: z.int() }),
});
