import * as z from 'zod/mini';

/**
 * The kinds of mail that an account wants; `none` stops all mail that can be stopped, and excludes the other settings.
 */
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
