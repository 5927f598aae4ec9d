import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { QueryClient } from '@tanstack/react-query';
import { waitForRunningReads } from '../../platform/lib/running-reads.ts';
import { markShown } from './mark-shown.ts';

/**
 * The latest change per item and changed fields, for lists that were requested before the change and arrive without it.
 */
const newest = new Map<string, Partial<Media>>();

/**
 * Shows what the server wrote about a media item everywhere, as `markShown` does, and again after the requests that are
 * under way now have finished: a page that was requested before the change has the old values, and its list is then
 * written to the cache with the old values on the other pages, too.
 *
 * @param isChanging whether another change of the same fields is under way; the screen shows that one already
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
  await waitForRunningReads(client);
  if (newest.get(what) !== change) return;
  newest.delete(what);
  if (!isChanging()) markShown(client, id, change);
}
