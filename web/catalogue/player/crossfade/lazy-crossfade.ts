import { readClock } from '../clock.ts';
import { findDirectSuccessor, mayShareAlbum } from '../gapless/can-play-gapless.ts';
import { trackTime } from '../player-element.ts';
import type { PlayerEffect } from '../player-state.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { crossfadeSeconds, onCrossfadeChange } from '../settings/crossfade-choice.ts';
import type { Crossfade, Player } from './crossfade.ts';

interface LazyCrossfade {
  /** Called before the player applies an effect to its element. */
  beforeEffect: (effect: PlayerEffect) => void;
  /** How many seconds (of the track) before the current track's end the next one is needed. */
  lead: () => number;
}

/** Lets songs fade into each other once the listener has chosen that on this device. Nothing is loaded before. */
export function createLazyCrossfade(engine: Pick<Player, 'element' | 'level' | 'urlOf' | 'goOn'>): LazyCrossfade {
  const player: Player = {
    ...engine,
    state: playerState,
    clock: () => ({ position: trackTime(), duration: readClock().duration }),
    seconds: crossfadeSeconds,
    follows: findDirectSuccessor,
  };
  let crossfade: Crossfade | null = null;
  let isRequested = false;
  const look = () => {
    crossfade?.look();
    if (crossfadeSeconds() === 0 || isRequested) return;
    isRequested = true;
    import('./start-crossfade.ts').then(
      ({ startCrossfade }) => {
        crossfade = startCrossfade(player, mayShareAlbum);
      },
      (error: unknown) => {
        // The next call tries to load it again.
        isRequested = false;
        console.warn('The crossfade could not be loaded.', error);
      },
    );
  };
  look();
  onCrossfadeChange(look);
  onPlayerChange(() => crossfade?.look());
  return {
    beforeEffect: (effect) => crossfade?.beforeEffect(effect),
    lead: () => (crossfade === null ? 0 : crossfadeSeconds() * engine.element.playbackRate),
  };
}
