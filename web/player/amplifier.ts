import { onVolumeChange, volume, volumePart } from './settings/volume.ts';

/** How loud an element sounds. */
export interface Level {
  /** For what is loaded next: 1 is as it is, more makes it louder. */
  set: (gain: number, url: string) => void;
  /** Builds the amplifier for a track that may be loaded next, because that takes a browser some milliseconds. */
  expect: (gain: number, url: string) => void;
  /** How much of that is heard, 0 to 1, while tracks fade into each other. */
  fade: (part: number) => void;
  gain: () => number;
  /** What the sound goes through; null while no quiet track needed it. */
  amplifier: () => GainNode | null;
}

/**
 * Making quieter is the element's own volume. Making louder needs a gain node, built when the first quiet track comes;
 * sound from another origin would be silent behind one, so that there the volume stays at 1. What the listener chose
 * is a part of that: nothing is louder than levelled.
 */
export function createLevel(element: HTMLMediaElement): Level {
  let amplifier: GainNode | null = null;
  let context: AudioContext | null = null;
  let gain = 1;
  let part = 1;
  const apply = () => {
    if (amplifier) amplifier.gain.value = Math.max(1, gain);
    element.volume = Math.min(1, gain) * part * volumePart();
    // Where the volume cannot be set this one can.
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
      // Within the click. Safari may not let a context run that was made on `pointerdown`.
      void context?.resume();
      apply();
    },
    expect: (next, url) => {
      // Not under a track that plays. Before a first press browsers log a warning for an AudioContext.
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
