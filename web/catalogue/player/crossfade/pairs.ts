import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type PlayerState, currentTrack } from '../player-state.ts';
import { canFade } from './rules.ts';

export interface Pair {
  from: MediaSummary;
  to: MediaSummary;
}

interface Player {
  element: Pick<HTMLMediaElement, 'playbackRate'>;
  state: () => PlayerState;
  seconds: () => number;
  follows: (track: MediaSummary) => MediaSummary | null;
  join: (from: MediaSummary, to: MediaSummary) => Promise<boolean>;
}

/** Chooses the songs that fade into each other. */
interface Pairs {
  /** The two songs that should fade in the current state, and how many seconds of the track the fade covers. */
  wanted: () => (Pair & { fade: number }) | null;
  /** Whether the two songs are known not to join without a gap. If that is unknown, requests the answer. */
  isApart: (pair: Pair) => boolean;
  /** Prevents the fade at the end of this song, so that the main element plays it to its end. */
  skip: (from: MediaSummary) => void;
}

/** @param answered called once it is known whether two songs join without a gap */
export function createPairs(player: Player, answered: () => void): Pairs {
  /** A song that ends without a fade, because the tail, the second media element, could not take over in time. */
  let failed: MediaSummary | null = null;
  let joinCheck: { key: string; joins: boolean | null } = { key: '', joins: null };
  return {
    wanted: () => {
      const state = player.state();
      const from = currentTrack(state);
      if (from !== failed) failed = null;
      if (player.seconds() === 0 || from === null || from === failed || state.status !== 'playing') return null;
      const to = player.follows(from);
      const fade = player.seconds() * player.element.playbackRate;
      return to !== null && canFade(from, to, fade) ? { from, to, fade } : null;
    },
    isApart: ({ from, to }) => {
      const key = `${from.id} ${to.id}`;
      if (joinCheck.key !== key) {
        const question = { key, joins: null as boolean | null };
        joinCheck = question;
        void player.join(from, to).then((joins) => {
          question.joins = joins;
          answered();
        });
      }
      return joinCheck.joins === false;
    },
    skip: (from) => {
      failed = from;
    },
  };
}
