import type { Level } from '../amplifier.ts';
import { onVolumeChange, volumePart } from '../settings/volume.ts';

/** Seconds by which the tail may be off: nobody hears it when the sound goes over from one element to the other. */
const NEAR = 0.006;
/** The same for one that was in step, or sought often: time is not read exactly, and so many seeks take long enough. */
const NEAR_ENOUGH = 0.02;
/** So many looks after a seek it is judged where it is: its time runs evenly by then. */
const LOOKS = 6;
const MANY = 8;

/** A second element, which plays the end of a song beside the player's own that goes on to the next. */
export interface Tail {
  /** Begins silently to play what the player's element plays, at a second of it. */
  begin: (url: string, at: number, rate: number) => void;
  /** Brings it to the second where the player's element is; whether it goes beside it in step. */
  align: (at: number) => boolean;
  /** How much of it is heard, 0 to 1, as loud as the player's element was when it was begun. */
  sound: (part: number) => void;
  setRate: (rate: number) => void;
  position: () => number;
  /** It stopped by itself: at its end, by an error, or because the browser or the system wanted it. */
  isOver: () => boolean;
  stop: () => void;
}

/** Makes the element and keeps it, since a browser may have allowed it to sound. `level` is that of the player's. */
export function createTail(level: Level, element: HTMLAudioElement = new Audio()): Tail {
  element.crossOrigin = 'anonymous';
  element.preload = 'auto';
  let amplifier: GainNode | null = null;
  let gain = 1;
  /** How much of it is heard; 0 while it goes along silently, or stands still. */
  let part = 0;
  let isInStep = false;
  let looks = 0;
  let offs: number[] = [];
  let seeks = 0;
  /** What a seek takes in this browser, in seconds of the track. */
  let lead = 0;
  let isRefused = false;
  let begun = 0;

  const apply = () => {
    element.volume = Math.min(1, gain) * part * volumePart();
  };
  onVolumeChange(apply);

  /** It sounds by the same way as the player's element: that takes as long, and is as loud. */
  const levelAlike = () => {
    const own = level.amplifier();
    gain = level.gain();
    if (own !== null && amplifier === null) {
      const context = own.context as AudioContext;
      amplifier = context.createGain();
      context.createMediaElementSource(element).connect(amplifier).connect(context.destination);
    }
    if (amplifier) amplifier.gain.value = Math.max(1, gain);
  };

  return {
    begin: (url, at, rate) => {
      begun += 1;
      const own = begun;
      isRefused = false;
      isInStep = false;
      looks = 0;
      seeks = 0;
      levelAlike();
      // Not muted: a browser that has an element sound only after a click says so now, and not in the middle of a fade.
      part = 0;
      apply();
      element.src = url;
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
      element.currentTime = at;
      element.play().catch(() => {
        if (own === begun) isRefused = true;
      });
    },
    align: (at) => {
      if (element.paused || element.seeking || element.readyState < 3) {
        isInStep = false;
        looks = 0;
        return false;
      }
      looks += 1;
      offs = [...offs, at - element.currentTime].slice(-LOOKS);
      if (looks < LOOKS) return isInStep;
      const off = middleOf(offs);
      isInStep = Math.abs(off) < (isInStep || seeks >= MANY ? NEAR_ENOUGH : NEAR);
      if (isInStep) return true;
      // A seek takes as long as the one before it, about.
      lead += off;
      seeks += 1;
      looks = 0;
      element.currentTime = at + lead;
      return false;
    },
    sound: (next) => {
      part = next;
      apply();
    },
    setRate: (rate) => {
      element.playbackRate = rate;
    },
    position: () => element.currentTime,
    isOver: () => isRefused || element.paused || element.error !== null,
    stop: () => {
      begun += 1;
      part = 0;
      apply();
      element.pause();
      element.removeAttribute('src');
      element.load();
    },
  };
}

const middleOf = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
