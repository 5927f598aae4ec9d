import { onVolumeChange, volume, volumePart } from './settings/volume.ts';

/** Controls the loudness of an element. */
export interface Level {
  /** Sets the gain of the source that is loaded next: 1 leaves it as it is, more makes it louder. */
  set: (gain: number, url: string) => void;
  /** Builds the amplifier for a track that may be loaded next, because browsers need some milliseconds for that. */
  expect: (gain: number, url: string) => void;
  /** Sets a factor of the volume, 0 to 1, while tracks fade into each other. */
  fade: (part: number) => void;
  gain: () => number;
  /** The amplifier of the sound; null until a quiet track needs one. */
  amplifier: () => GainNode | null;
}

/**
 * Lowers the loudness by the element's own volume. Raising it needs a gain node, which is built for the first quiet
 * track. Sound from another origin would be silent behind a gain node, so there the volume stays at 1. The listener's
 * volume is a share of the result, so nothing is louder than levelled.
 */
export function createLevel(element: HTMLMediaElement): Level {
  let amplifier: GainNode | null = null;
  let context: AudioContext | null = null;
  let gain = 1;
  let part = 1;
  const apply = () => {
    if (amplifier) amplifier.gain.value = Math.max(1, gain);
    element.volume = Math.min(1, gain) * part * volumePart();
    // Muting also works where scripts cannot set the volume.
    element.muted = volume().muted;
  };
  onVolumeChange(apply);
  const amplifyFor = (next: number, url: string) => {
    const isOurs = new URL(url, location.href).origin === location.origin;
    if (next <= 1 || !isOurs || amplifier !== null) return;
    const made = new AudioContext();
    context = made;
    amplifier = made.createGain();
    made.createMediaElementSource(element).connect(amplifier).connect(made.destination);
    element.addEventListener('play', () => void made.resume());
  };
  return {
    set: (next, url) => {
      gain = next;
      amplifyFor(next, url);
      // Resume within the click, because Safari may not let a context run that was created on `pointerdown`.
      void context?.resume();
      apply();
    },
    expect: (next, url) => {
      // Prepares the amplifier ahead only while no track plays, and not before the first press. Before the first press,
      // browsers log a warning for an AudioContext.
      if (element.paused && navigator.userActivation?.hasBeenActive) amplifyFor(next, url);
    },
    fade: (next) => {
      part = next;
      apply();
    },
    gain: () => gain,
    amplifier: () => amplifier,
  };
}
