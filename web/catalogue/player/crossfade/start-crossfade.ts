import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { readJoin } from '../gapless/read-join.ts';
import { canSetVolume } from '../settings/can-set-volume.ts';
import { type Crossfade, type Player, createCrossfade } from './crossfade.ts';
import { createTail } from './tail.ts';

/**
 * Starts the crossfade; returns null when the browser does not let scripts set the volume.
 * @param canPlayGapless whether these could be songs of one album; the server knows whether they are
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
      // When the server gives no answer, do not fade: a fade between songs that join would be wrong.
      return readJoin(from.id, to.id).then(
        (join) => join !== null,
        () => true,
      );
    },
  });
  element.addEventListener('timeupdate', crossfade.look);
  element.addEventListener('ratechange', () => tail.setRate(element.playbackRate));
  // A tail belongs to the position before the seek.
  element.addEventListener('seeking', crossfade.stop);
  addEventListener('pagehide', crossfade.stop);
  return crossfade;
}
