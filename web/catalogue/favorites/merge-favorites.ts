import { MAX_ADDED, addFavorites } from '@scoville/contract/catalogue/favorites.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { QueryClient } from '@tanstack/react-query';
import { waitForRunningReads } from '../../platform/lib/running-reads.ts';
import { call } from '../../platform/lib/call.ts';
import { isSignedOut } from '../../platform/lib/fail.ts';
import { invalidateMedia } from '../media/media.calls.ts';
import { toast } from '../../platform/ui/toasts.ts';
import { keepFavorites, localFavorites } from './local-favorites.ts';

let running: Promise<void> | null = null;

/** Moves a visitor's favorites into the signed-in account. Favorites that could not be moved stay in the browser. */
export function mergeFavorites(client: QueryClient): Promise<void> {
  running ??= merge(client).finally(() => {
    running = null;
  });
  return running;
}

async function merge(client: QueryClient): Promise<void> {
  if (localFavorites().length === 0) return;
  try {
    for (let local = localFavorites(); local.length > 0; local = localFavorites()) {
      const ids = local.slice(0, MAX_ADDED);
      await call(addFavorites, { body: { ids: ids.filter(isId) } });
      keepFavorites(localFavorites().filter((id) => !ids.includes(id)));
    }
  } catch (error) {
    if (!isSignedOut(error))
      toast(
        'error',
        'The favorites in this browser could not be added to your account yet. They will be added on your next visit.',
      );
    return;
  }
  // Wait for requests under way, because invalidating a list before its first response doesn't request it again.
  await waitForRunningReads(client);
  await invalidateMedia(client);
}
