import type { Level } from '../amplifier.ts';
import { onVolumeChange, volumePart } from '../settings/volume.ts';

/** Seconds between the positions of the tail and the player's element that are inaudible when the tail takes over. */
const NEAR = 0.006;
/**
 * The tolerance for a tail that was aligned already or was sought MANY times: time readings are imprecise, and that
 * many seeks have taken long enough.
 */
const NEAR_ENOUGH = 0.02;
/** Number of readings after a seek before the position is judged; the time advances evenly by then. */
const LOOKS = 6;
const MANY = 8;

/** The tail: a second element that plays the end of a song while the player's element already plays the next song. */
export interface Tail {
  /** Starts to play silently what the player's element plays, from this second on. */
  begin: (url: string, at: number, rate: number) => void;
  /** Brings the tail to this position of the player's element; returns whether the two are aligned. */
  align: (at: number) => boolean;
  /** Sets the tail's volume as a factor, 0 to 1, of the volume that the player's element had at `begin`. */
  sound: (part: number) => void;
  setRate: (rate: number) => void;
  position: () => number;
  /** True when the tail stopped without `stop`: at its end, by an error, or by the browser or the system. */
  isOver: () => boolean;
  stop: () => void;
}

/**
 * Creates the tail. The element is reused, because the browser may have allowed it to sound. `level` is the level of
 * the player's element.
 */
export function createTail(level: Level, element: HTMLAudioElement = new Audio()): Tail {
  element.crossOrigin = 'anonymous';
  element.preload = 'auto';
  let amplifier: GainNode | null = null;
  let gain = 1;
  /** The tail's volume factor; 0 while the tail is silent or stopped. */
  let part = 0;
  let isInStep = false;
  let looks = 0;
  let offs: number[] = [];
  let seeks = 0;
  /** How long a seek takes in this browser, in seconds of the track. */
  let lead = 0;
  let isRefused = false;
  let begun = 0;

  const apply = () => {
    element.volume = Math.min(1, gain) * part * volumePart();
  };
  onVolumeChange(apply);

  /** Routes the tail like the player's element, so that both have the same delay and loudness. */
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
      // Volume 0, not muted: a browser that requires a click before sound rejects `play()` now and not during the fade.
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
      // A seek takes about as long as the previous one.
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
