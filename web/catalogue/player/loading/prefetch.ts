import type { MediaSummary, Source } from '@scoville/contract/catalogue/media/media.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { levelledGain } from '../loudness.ts';
import { HLS } from '../sources.ts';
import { isUnfinished } from '../growing-playlist.ts';
import { fetchHlsAhead } from './hls-library.ts';
import { maySpendBytes } from './may-spend-bytes.ts';
import type { SourceOf } from './source-of.ts';
import { onPressIntent } from './press-intent.ts';

interface Player {
  sourceOf: SourceOf;
  /** Loads from the server where the listener stopped last time. */
  preloadPosition: (media: MediaSummary) => void;
  /** Builds the amplifier of a quiet track, which then keeps running: on `pointerdown` only. */
  expectGain: (gain: number, url: string) => void;
  /** Loads the beginning of a source. */
  prepare: (source: Source) => void;
}

/**
 * Returns a function to call with a song or video that is likely to be played, together with its play button if the
 * pointer or the focus has reached that button. If `maySpendBytes` is false, only code is loaded.
 */
export function createPrefetch(player: Player): (media: MediaSummary, button: Element | null) => void {
  const prepare = (media: MediaSummary, isPressed: boolean) => {
    const source = player.sourceOf(media, true);
    if (source === null || isInPlayer(media)) return;
    if (isPressed) player.expectGain(levelledGain(media.loudness), source.url);
    if (source.type === HLS) fetchHlsAhead();
    if (!maySpendBytes()) return;
    player.preloadPosition(media);
    // A growing playlist will have changed by the time of the press.
    if (!isUnfinished(media)) player.prepare(source);
  };
  return (media, button) => {
    if (button === null) whenSeen(() => prepare(media, false));
    else onPressIntent(button, (isPressed) => prepare(media, isPressed));
  };
}

const isInPlayer = ({ id }: MediaSummary): boolean => {
  const state = playerState();
  return currentTrack(state)?.id === id && state.status !== 'stopped';
};

/** Waits until the page is visible: of many tabs opened in the background, perhaps only one is ever looked at. */
function whenSeen(run: () => void): void {
  if (!document.hidden) return run();
  document.addEventListener('visibilitychange', run, { once: true });
}
