import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Origin, stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { call } from '../../platform/lib/call.ts';
import { playOrigin } from './play-origin.ts';
import { playerState } from './player.ts';
import { isRecommended } from './queue/recommended.ts';

interface PlayCounter {
  /**
   * Remembers from which kind of page a new queue was begun (`playOrigin`), because plays are counted by it. Must be
   * called at every change of the player, because it reads the current address of the page.
   */
  noteOrigin: () => void;
  /** Counts a play. */
  count: (media: MediaSummary) => void;
}

export function createPlayCounter(): PlayCounter {
  /** The number of the current queue, and where it was begun. */
  let begun: { count: number; origin: Origin } = { count: 0, origin: 'page' };
  return {
    noteOrigin: () => {
      const { queue, begun: count } = playerState();
      if (count !== begun.count) begun = { count, origin: playOrigin(location, queue) };
    },
    count: ({ id, musician }) => {
      const origin = isRecommended(id) ? 'queue' : begun.origin;
      const body = { statTitle: 'play-media', musician: musician.id, media: id, origin };
      void call(stats, { body }).catch((error: unknown) => console.warn('A play could not be counted.', error));
    },
  };
}
