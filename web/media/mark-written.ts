import type { Media } from '@scoville/contract/media.ts';
import type { QueryClient } from '@tanstack/react-query';
import { untilRead } from '../lib/being-read.ts';
import { markShown } from './mark-shown.ts';

/** The last change of each kind of a media that lists on their way may not have yet. */
const newest = new Map<string, Partial<Media>>();

/**
 * Shows what the server wrote of a media everywhere, as `markShown` does, and once more when what is being read at this
 * moment is there: a page of a list that was asked for before has it as it was, and so have the pages that it comes to.
 *
 * @param isChanging is another change of the same under way, which is shown already?
 */
export async function markWritten(
  client: QueryClient,
  id: string,
  change: Partial<Media>,
  isChanging: () => boolean,
): Promise<void> {
  const what = `${id} ${Object.keys(change).join(' ')}`;
  newest.set(what, change);
  markShown(client, id, change);
  await untilRead(client);
  if (newest.get(what) !== change) return;
  newest.delete(what);
  if (!isChanging()) markShown(client, id, change);
}
