import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Level } from '../amplifier.ts';
import type { Listen } from '../listen-tracker.ts';
import { type PlayerState, currentTrack } from '../player-state.ts';
import { partsAt } from './rules.ts';
import type { Tail } from './tail.ts';

interface Player {
  element: HTMLMediaElement;
  level: Level;
  tail: Tail;
  state: () => PlayerState;
  clock: () => { position: number };
  seconds: () => number;
}

/** A fade from the tail of one song into the beginning of the next. */
export interface Fade {
  /** The listen of the song that fades out. */
  listen: Listen | null;
  /** Sets the current volume of both elements; returns false when the fade is over or cannot continue. */
  step: () => boolean;
}

/** @param end where the song that fades out ends, in seconds */
export function createFade({ element, level, tail, ...player }: Player, to: MediaSummary, end: number): Fade {
  /** When the next song began to sound, and how many seconds the fade lasts. */
  let over: { since: number; lasts: number } | null = null;
  const fade: Fade = {
    listen: null,
    step: () => {
      const state = player.state();
      if (state.status !== 'playing' || currentTrack(state)?.id !== to.id || player.seconds() === 0) return false;
      if (tail.isOver()) return false;
      fade.listen?.note(tail.position(), end);
      const now = performance.now();
      if (over === null) {
        // Until the next song sounds, the tail keeps its volume; if the next song is late, the tail plays to its end.
        if (element.paused || element.seeking || element.readyState < 3 || player.clock().position <= 0) return true;
        const left = (end - tail.position()) / element.playbackRate;
        over = { since: now, lasts: Math.max(0.001, Math.min(player.seconds(), left)) };
      }
      const progress = (now - over.since) / 1000 / over.lasts;
      if (progress >= 1) return false;
      const parts = partsAt(progress);
      tail.sound(parts.out);
      level.fade(parts.in);
      return true;
    },
  };
  return fade;
}
