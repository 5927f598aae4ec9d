import type { Source } from '@scoville/contract/catalogue/media/media.ts';
import { maySpendBytes } from './loading/may-spend-bytes.ts';
import { type SourceOf, addressesFrom } from './loading/source-of.ts';
import { dispatch, playerState } from './player.ts';
import { createPreload } from './preload-next.ts';
import { nextIndex } from './queue/queue-transitions.ts';
import { fetchMedia } from './refresh-file-urls.ts';
import { preloadPosition } from './settings/playback-positions.ts';
import { isUnfinished } from './growing-playlist.ts';

/**
 * Returns a function that prepares the next track of the queue; it is called repeatedly.
 * @param prepare loads the beginning of an HLS source
 */
export function createQueuePreload(sourceOf: SourceOf, prepare: (source: Source) => void): () => void {
  const preload = createPreload({
    ...addressesFrom(sourceOf),
    prepareParts: (media) => {
      const source = sourceOf(media, true);
      if (source !== null && maySpendBytes() && !isUnfinished(media)) prepare(source);
    },
    preloadPosition: preloadPosition,
    refresh: fetchMedia,
    refreshed: (media) => dispatch({ type: 'read', ids: [], media: [media] }),
  });
  return () => {
    const next = playerState().queue[nextIndex(playerState()) ?? -1];
    if (next !== undefined) preload(next);
  };
}
