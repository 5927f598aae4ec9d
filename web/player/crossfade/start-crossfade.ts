import { readClock } from '../clock.ts';
import { joinOf } from '../joined/join-of.ts';
import { followsAtOnce, mayBelongTogether } from '../joined/may-join.ts';
import { trackTime } from '../media-element.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { crossfadeSeconds, onCrossfadeChange } from '../settings/crossfade-choice.ts';
import { canFade } from './can-fade.ts';
import { type Crossfade, type Player, createCrossfade } from './crossfade.ts';
import { createTail } from './tail.ts';

/** Has songs of the player fade into each other, where the browser can; null where it cannot. */
export function startCrossfade(player: Player): Crossfade | null {
  if (!canFade()) return null;
  const { element } = player;
  const tail = createTail(player.level);
  const crossfade = createCrossfade({
    ...player,
    tail,
    state: playerState,
    clock: () => ({ position: trackTime(), duration: readClock().duration }),
    seconds: crossfadeSeconds,
    follows: followsAtOnce,
    join: async (from, to) => {
      if (!mayBelongTogether(from, to)) return false;
      // Where nobody can say, nothing is done that might be wrong.
      return joinOf(from.id, to.id).then(
        (join) => join !== null,
        () => true,
      );
    },
  });
  element.addEventListener('timeupdate', crossfade.look);
  element.addEventListener('ratechange', () => tail.setRate(element.playbackRate));
  // A tail belongs to the place that the player came from.
  element.addEventListener('seeking', crossfade.stop);
  onPlayerChange(crossfade.look);
  onCrossfadeChange(crossfade.look);
  addEventListener('pagehide', crossfade.stop);
  return crossfade;
}
