import * as z from 'zod/mini';

/** What an account wants mail about; `none` stops all that may be stopped, and stands alone. */
export const EmailSettings = z.object({
  comments: z.boolean(),
  messages: z.boolean(),
  profileUpdates: z.boolean(),
  followerUpdates: z.boolean(),
  newsletter: z.boolean(),
  curation: z.boolean(),
  spotlight: z.boolean(),
  none: z.boolean(),
});
export type EmailSettings = z.infer<typeof EmailSettings>;
