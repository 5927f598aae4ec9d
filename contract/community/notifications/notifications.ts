import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaSummary } from '../../catalogue/media/media.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Id, PageQuery, Paging, Time } from '../../platform/lib/values.ts';

/** Unread notifications are counted up to this many. */
export const MAX_COUNTED = 100;

/** An event, as reported to the account that it concerns. */
export const Notification = z.object({
  id: Id,
  /** The kind of event, such as `comment`. */
  kind: z.string(),
  /** The sentence about the event, with names as they are today. */
  text: z.string(),
  /** The beginning of a comment, reply or post; null for other kinds. */
  excerpt: z.nullable(z.string()),
  /** The pathname of the page about the event; null if that page no longer exists. */
  path: z.nullable(z.string()),
  /** The account that caused the event, if there is one. */
  actor: z.nullable(MusicianRef),
  /** The song or video that the event is about; null also if the caller may no longer see the item. */
  media: z.nullable(MediaSummary),
  createdAt: Time,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const unreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: 'Count your unread notifications; 100 means 100 or more',
  reply: z.object({ count: z.int() }),
});

export const notifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary: 'List your notifications of the last 180 days, latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({ notifications: z.array(Notification), total: z.int(), paging: Paging }),
});

export const updateNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id',
  access: 'member',
  summary: 'Mark one of your notifications as read or unread',
  params: ById,
  body: z.object({ isRead: z.boolean() }),
  reply: z.object({ id: Id, isRead: z.boolean() }),
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Mark your notifications as read: all of them, or one and those before it',
  body: z.object({
    upTo: z
      .optional(Id)
      .check(z.describe('The latest notification that the caller has seen. Newer ones remain unread.')),
  }),
  reply: z.object({ count: z.int() }),
});
