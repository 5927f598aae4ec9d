import type { MediaSummary, Source } from '@scoville/contract/media.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { levelledGain } from '../loudness.ts';
import { HLS } from '../sources.ts';
import { isUnfinished } from '../unfinished.ts';
import { fetchHlsAhead } from './hls-library.ts';
import { maySpendBytes } from './may-spend-bytes.ts';
import type { SourceOf } from './source-of.ts';
import { whenMeant } from './when-meant.ts';

interface Player {
  sourceOf: SourceOf;
  /** Asks where the listener left a media. */
  askPosition: (media: MediaSummary) => void;
  /** Gets what makes it as loud as others, which then runs: only once it is being pressed. */
  expectGain: (gain: number, url: string) => void;
  /** Loads the beginning of what is about to be played. */
  prepare: (source: Source) => void;
}

/**
 * Returns what to tell of a media that seems about to be played: with the button that plays it, once somebody reaches that,
 * or without one. Where bytes are dear, nothing is loaded but the code that plays it.
 */
export function createExpectation(player: Player): (media: MediaSummary, button: Element | null) => void {
  const prepare = (media: MediaSummary, isPressed: boolean) => {
    const source = player.sourceOf(media, true);
    if (source === null || isInPlayer(media)) return;
    if (isPressed) player.expectGain(levelledGain(media.loudness), source.url);
    if (source.type === HLS) fetchHlsAhead();
    if (!maySpendBytes()) return;
    player.askPosition(media);
    // A playlist that grows is another one when it is played.
    if (!isUnfinished(media)) player.prepare(source);
  };
  return (media, button) => {
    if (button === null) whenSeen(() => prepare(media, false));
    else whenMeant(button, (isPressed) => prepare(media, isPressed));
  };
}

const isInPlayer = ({ id }: MediaSummary): boolean => {
  const state = playerState();
  return currentTrack(state)?.id === id && state.status !== 'stopped';
};

/** Of many tabs that are opened in the background, perhaps one is looked at. */
function whenSeen(run: () => void): void {
  if (!document.hidden) return run();
  document.addEventListener('visibilitychange', run, { once: true });
}
