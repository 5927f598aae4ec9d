import type { MediaSummary } from '@scoville/contract/media.ts';
import { gaplessOf } from '../gapless/gapless-of.ts';
import { canSetVolume } from '../settings/can-set-volume.ts';
import { type Crossfade, type Player, createCrossfade } from './crossfade.ts';
import { createTail } from './tail.ts';

/**
 * Has songs of the player fade into each other, where the browser can; null where it cannot.
 * @param mayJoin could these be songs of one album? Whether they are the server says
 */
export function startCrossfade(
  player: Player,
  canPlayGapless: (from: MediaSummary, to: MediaSummary) => boolean,
): Crossfade | null {
  if (!canSetVolume()) return null;
  const { element } = player;
  const tail = createTail(player.level);
  const crossfade = createCrossfade({
    ...player,
    tail,
    join: async (from, to) => {
      if (!canPlayGapless(from, to)) return false;
      // Where nobody can say, nothing is done that might be wrong.
      return gaplessOf(from.id, to.id).then(
        (join) => join !== null,
        () => true,
      );
    },
  });
  element.addEventListener('timeupdate', crossfade.look);
  element.addEventListener('ratechange', () => tail.setRate(element.playbackRate));
  // A tail belongs to the place that the player came from.
  element.addEventListener('seeking', crossfade.stop);
  addEventListener('pagehide', crossfade.stop);
  return crossfade;
}
