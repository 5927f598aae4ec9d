import * as z from 'zod/mini';

/** The account was notified of something, or read of it elsewhere: how many of its notifications are unread by now. */
export const NotificationsEvent = z.object({
  name: z.literal('notifications'),
  data: z.object({ unread: z.int() }),
});
