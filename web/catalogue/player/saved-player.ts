import { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import * as z from 'zod/mini';
import { PLAYER_KEY } from './has-saved-player.ts';

const SavedPlayer = z.object({
  ids: z.string(),
  media: z.array(MediaSummary),
  index: z.int().check(z.nonnegative()),
  at: z.number().check(z.nonnegative()),
  repeat: z.enum(['off', 'all', 'one']),
  shuffle: z.nullable(z.object({ ids: z.string(), seed: z.int() })),
});
export type SavedPlayer = z.infer<typeof SavedPlayer>;

/**
 * Reads the queue that this tab saved before a reload; null for damaged content or another version's fields. A separate
 * module, because the schemas are as large as the engine and most pages have no saved queue.
 */
export function readSavedPlayer(): SavedPlayer | null {
  try {
    const parsed = z.safeParse(SavedPlayer, JSON.parse(sessionStorage.getItem(PLAYER_KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
