import * as z from 'zod/mini';

/**
 * The account got a notification, or read some in another browser. `unread` is its current number of unread
 * notifications.
 */
export const NotificationsEvent = z.object({
  name: z.literal('notifications'),
  data: z.object({ unread: z.int() }),
});
