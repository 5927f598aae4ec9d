import { toast } from '../../platform/ui/toasts.ts';
import { createLevel } from './amplifier.ts';
import { readClock, setClock } from './clock.ts';
import { adPort } from './ad-port.ts';
import { refreshLater } from './refresh-later.ts';
import { createLazyCrossfade } from './crossfade/lazy-crossfade.ts';
import { handOverListen } from './listen-tracker.ts';
import { reportInterruptions } from './interruptions.ts';
import { nextPlayer } from './next-player.ts';
import { createPlayCounter } from './play-counter.ts';
import { startTicker } from './ticker.ts';
import type { PlayerEffect } from './player-state.ts';
import { dispatch, onPlayerChange, setMachine } from './player.ts';
import { createQueuePreload } from './preload-queue.ts';
import { followProgress } from './progress.ts';
import { soundInOneTab } from './queue/one-tab.ts';
import { INITIAL_STATE } from './initial-state.ts';
import { playerElement } from './player-element.ts';
import { createPreloadedSource } from './loading/preloaded-source.ts';
import { beginningLoader } from './loading/beginning-loader.ts';
import { createPrefetch } from './loading/prefetch.ts';
import { addressesFrom, sourcesFor } from './loading/source-of.ts';
import { createTrackLoader } from './loading/track-loader.ts';
import { placeTrack } from './place-track.ts';
import { preloadPosition } from './settings/playback-positions.ts';

let started = false;

/**
 * Carries out the state machine's effects on the media element, and reports events of the element. It makes no
 * decisions.
 */
export function startEngine(): void {
  if (started) return;
  started = true;
  const element = playerElement();
  const level = createLevel(element);
  const plays = createPlayCounter();
  const sourceOf = sourcesFor(element);
  const { urlOf, fileOf } = addressesFrom(sourceOf);

  const crossfade = createLazyCrossfade({
    element,
    level,
    urlOf: fileOf,
    // The crossfade's tail plays the end of the track while the element plays the next one.
    goOn: () => {
      const listen = handOverListen();
      dispatch({ type: 'ended' });
      return listen;
    },
  });

  const play = () => {
    element.play().catch((error: unknown) => {
      // The browser plays only after a click, so the play button waits for one. Other refusals arrive as an error
      // event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') dispatch({ type: 'pause' });
    });
  };

  const intended = createPreloadedSource(beginningLoader);
  const upcoming = createPreloadedSource(beginningLoader);
  const prefetch = createPrefetch({
    sourceOf,
    preloadPosition: preloadPosition,
    expectGain: level.expect,
    prepare: intended.prepare,
  });
  const loader = createTrackLoader({
    element,
    level,
    sourceOf,
    takeAhead: (url) => intended.take(url) ?? upcoming.take(url),
    play,
  });

  const progress = followProgress(element, loader, {
    lead: crossfade.lead,
    preload: createQueuePreload(sourceOf, upcoming.prepare),
  });

  const perform = (effect: PlayerEffect) => {
    crossfade.beforeEffect(effect);
    switch (effect.do) {
      case 'load':
        if (!progress.crossJoin()) loader.load(effect.at);
        return;
      case 'resume':
        return play();
      case 'pause':
        return element.pause();
      case 'rewind':
        return placeTrack(0);
      case 'unload':
        loader.unload();
        return setClock(0, readClock().duration);
      case 'refresh':
        return refreshLater(effect, loader, urlOf);
      case 'count':
        return plays.count(effect.media);
      case 'say':
        return toast('error', effect.text);
      case 'adStarted':
      case 'adOver':
        return adPort.report(effect);
    }
  };

  reportInterruptions(element, loader);
  startTicker(element, loader);
  soundInOneTab();
  onPlayerChange(() => {
    plays.noteOrigin();
    // A different song may follow now.
    loader.joined()?.look();
  });
  addEventListener('online', () => dispatch({ type: 'online' }));
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform, prefetch });
}
