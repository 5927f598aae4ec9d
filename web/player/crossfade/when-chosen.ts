import { readClock } from '../clock.ts';
import { followsAtOnce, mayBelongTogether } from '../gapless/can-play-gapless.ts';
import { trackTime } from '../media-element.ts';
import type { PlayerEffect } from '../player-state.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { crossfadeSeconds, onCrossfadeChange } from '../settings/crossfade-choice.ts';
import type { Crossfade, Player } from './crossfade.ts';

interface WhenChosen {
  /** What the player is about to do with the sound of its element. */
  heed: (effect: PlayerEffect) => void;
  /** Seconds of the track by which the next one is needed before its end. */
  lead: () => number;
}

/** Has songs fade into each other once the listener chose that on this device; before that nothing of it is loaded. */
export function crossfadeWhenChosen(engine: Pick<Player, 'element' | 'level' | 'urlOf' | 'goOn'>): WhenChosen {
  const player: Player = {
    ...engine,
    state: playerState,
    clock: () => ({ position: trackTime(), duration: readClock().duration }),
    seconds: crossfadeSeconds,
    follows: followsAtOnce,
  };
  let crossfade: Crossfade | null = null;
  let isAsked = false;
  const look = () => {
    crossfade?.look();
    if (crossfadeSeconds() === 0 || isAsked) return;
    isAsked = true;
    import('./start-crossfade.ts').then(
      ({ startCrossfade }) => {
        crossfade = startCrossfade(player, mayBelongTogether);
      },
      (error: unknown) => {
        // The next choice asks again.
        isAsked = false;
        console.warn('The crossfade could not be loaded.', error);
      },
    );
  };
  look();
  onCrossfadeChange(look);
  onPlayerChange(() => crossfade?.look());
  return {
    heed: (effect) => crossfade?.heed(effect),
    lead: () => (crossfade === null ? 0 : crossfadeSeconds() * engine.element.playbackRate),
  };
}
