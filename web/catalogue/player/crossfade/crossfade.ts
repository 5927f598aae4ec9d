import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Level } from '../amplifier.ts';
import type { Listen } from '../listen-tracker.ts';
import type { PlayerEffect, PlayerState } from '../player-state.ts';
import { type Fade, createFade } from './fade.ts';
import { type Pair, createPairs } from './pairs.ts';
import type { Tail } from './tail.ts';

/** Seconds before a fade: when to check whether the songs belong together, and when to start the tail (see below). */
const PREFETCH_SECONDS = 10;
const PREPARE_BEFORE = 4;
/** Milliseconds between two steps of a fade and of its preparation. */
export const STEP = 20;
/** With less than this share of the fade's time left, the fade is skipped. */
const LEAST = 0.5;

/**
 * The parts of the player that the crossfade needs. They are passed in, because this module is loaded late and imports
 * no state.
 */
export interface Player {
  element: HTMLMediaElement;
  level: Level;
  state: () => PlayerState;
  /** The track's time and length in seconds. */
  clock: () => { position: number; duration: number };
  /** Seconds that songs fade; 0 when crossfade is off. */
  seconds: () => number;
  /** The track that directly follows the given one in the current state. */
  follows: (track: MediaSummary) => MediaSummary | null;
  /** The address of a track's file that an element can play without a library. */
  urlOf: (track: MediaSummary) => string | null;
  /** Ends the track for the player, which moves on to the next; returns the listen, which the tail continues. */
  goOn: () => Listen | null;
}

export interface Port extends Player {
  tail: Tail;
  /** Whether these songs join without a gap, or might. */
  join: (from: MediaSummary, to: MediaSummary) => Promise<boolean>;
}

export interface Crossfade {
  /** Called before the player applies an effect to its element. */
  beforeEffect: (effect: PlayerEffect) => void;
  /** Called when time has passed or something has changed. */
  look: () => void;
  /** Silences the tail and restores the normal volume of the player's element. */
  stop: () => void;
}

/** The current phase: while preparing, the tail plays silently; while fading, it can be heard. */
type Phase = { name: 'idle' } | ({ name: 'preparing' } & Pair) | { name: 'fading'; fade: Fade };

const IDLE: Phase = { name: 'idle' };

/**
 * Fades out the end of a song while the next one begins. The player's element moves on to the next song a little early,
 * in the ordinary way, and a second element, the tail, plays the rest of the previous song. So the player has one track
 * at any moment, as it does without a crossfade, and any other change of what the element plays ends the tail at once.
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
    // A listener who seeks into the last seconds of a song hears them without a fade.
    if (left > pair.fade + PREPARE_BEFORE * rate || left <= pair.fade || element.paused) return;
    const url = port.urlOf(pair.from);
    if (url === null) return;
    phase = { name: 'preparing', from: pair.from, to: pair.to };
    tail.begin(url, position, rate);
    interval = setInterval(look, STEP);
  };

  /** Keeps the tail aligned, and starts the fade when it is due. */
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
    // Another event ended the fade during the transition.
    if (phase !== own) return listen?.end();
    fade.listen = listen;
  };

  return {
    look,
    stop,
    beforeEffect: (effect) => {
      if (phase.name === 'idle' || effect.do === 'count' || effect.do === 'say') return;
      const isNext = isGoingOn && effect.do === 'load' && effect.play && effect.at === 'left';
      if (!isNext) stop();
      isGoingOn = false;
    },
  };
}
