import type { MediaSummary } from '@scoville/contract/media.ts';
import type { Level } from '../amplifier.ts';
import type { Listen } from '../heard.ts';
import type { PlayerEffect, PlayerState } from '../player-state.ts';
import { type Fade, createFade } from './fade.ts';
import { type Pair, createPairs } from './pairs.ts';
import type { Tail } from './tail.ts';

/** Seconds before a fade at which is asked whether the songs belong together, and at which the tail begins silently. */
const PREFETCH_SECONDS = 10;
const PREPARE_BEFORE = 4;
/** Milliseconds between two steps of a fade, and of what goes before it. */
export const STEP = 20;
/** With less of it left than this part, a fade is left out. */
const LEAST = 0.5;

/** The player, as far as it is needed here. Handed in and not imported: this part is loaded late, and shares nothing. */
export interface Player {
  element: HTMLMediaElement;
  level: Level;
  state: () => PlayerState;
  /** The track's time and length in seconds. */
  clock: () => { position: number; duration: number };
  /** How long songs are to fade; 0 when they are not. */
  seconds: () => number;
  /** What follows a track at once as things stand. */
  follows: (track: MediaSummary) => MediaSummary | null;
  /** The file of a track that an element plays by itself. */
  urlOf: (track: MediaSummary) => string | null;
  /** The track has ended for the player, which goes on; returns the listen, which has not. */
  goOn: () => Listen | null;
}

export interface Port extends Player {
  tail: Tail;
  /** Do these songs join without a gap, or might they? */
  join: (from: MediaSummary, to: MediaSummary) => Promise<boolean>;
}

export interface Crossfade {
  /** What the player is about to do with the sound of its element. */
  heed: (effect: PlayerEffect) => void;
  /** Time has passed, or something is otherwise than before. */
  look: () => void;
  /** The tail is silent from now on, and the player's element sounds as ever. */
  stop: () => void;
}

/** What is under way: the tail goes along silently, or it sounds. */
type Phase = { name: 'idle' } | ({ name: 'preparing' } & Pair) | { name: 'fading'; fade: Fade };

const IDLE: Phase = { name: 'idle' };

/**
 * Lets the end of a song fade out beside the beginning of the next one. The player's element goes to the next song a
 * little early, by the ordinary way; what is missing of the one before, the tail plays. So the player has one track at
 * every moment, as without this, and whatever else happens to it ends the tail at once.
 */
export function createCrossfade(port: Port): Crossfade {
  const { element, level, tail } = port;
  const pairs = createPairs(port, () => look());
  let phase: Phase = IDLE;
  let isGoingOn = false;
  let interval: ReturnType<typeof setInterval> | undefined;

  const stop = () => {
    if (phase.name === 'idle') return;
    const listen = phase.name === 'fading' ? phase.fade.listen : null;
    phase = IDLE;
    clearInterval(interval);
    tail.stop();
    level.fade(1);
    listen?.end();
  };

  const look = () => {
    if (phase.name === 'fading') {
      if (!phase.fade.step()) stop();
      return;
    }
    const pair = pairs.wanted();
    if (phase.name === 'preparing' && (pair === null || pair.from.id !== phase.from.id || pair.to.id !== phase.to.id))
      stop();
    if (pair === null) return;
    const { position, duration } = port.clock();
    const left = duration - position;
    const rate = element.playbackRate;
    if (left > pair.fade + PREFETCH_SECONDS * rate || !pairs.isApart(pair)) return stop();
    if (phase.name === 'preparing') return prepare(pair, left);
    // Whoever goes to a song's last seconds hears them as they are.
    if (left > pair.fade + PREPARE_BEFORE * rate || left <= pair.fade || element.paused) return;
    const url = port.urlOf(pair.from);
    if (url === null) return;
    phase = { name: 'preparing', from: pair.from, to: pair.to };
    tail.begin(url, position, rate);
    interval = setInterval(look, STEP);
  };

  /** The tail goes along, and takes over when its time has come. */
  const prepare = (pair: Pair & { fade: number }, left: number) => {
    if (tail.isOver()) {
      pairs.skip(pair.from);
      return stop();
    }
    const { position, duration } = port.clock();
    const isInStep = tail.align(position);
    if (left > pair.fade) return;
    if (left < pair.fade * LEAST) {
      pairs.skip(pair.from);
      return stop();
    }
    if (isInStep) goOn(pair.to, duration);
  };

  const goOn = (to: MediaSummary, end: number) => {
    const fade = createFade(port, to, end);
    const own: Phase = { name: 'fading', fade };
    phase = own;
    tail.setRate(element.playbackRate);
    tail.sound(1);
    level.fade(0);
    isGoingOn = true;
    const listen = port.goOn();
    isGoingOn = false;
    // Something came between after all.
    if (phase !== own) return listen?.end();
    fade.listen = listen;
  };

  return {
    look,
    stop,
    heed: (effect) => {
      if (phase.name === 'idle' || effect.do === 'count' || effect.do === 'say') return;
      const isNext = isGoingOn && effect.do === 'load' && effect.play && effect.at === 'left';
      if (!isNext) stop();
      isGoingOn = false;
    },
  };
}
