import { canFade } from './crossfade/can-fade.ts';

/** How loud an element sounds. */
export interface Level {
  /** For what is loaded next: 1 is as it is, more makes it louder. */
  set: (gain: number, url: string) => void;
  /** How much of that is heard, 0 to 1, while tracks fade into each other. */
  fade: (part: number) => void;
  gain: () => number;
  /** What the sound goes through; null while no track needed it. */
  amplifier: () => GainNode | null;
}

/**
 * Making quieter is the element's own volume. Making louder needs a gain node, built when the first quiet track comes;
 * sound from another origin would be silent behind one, so that there the volume stays at 1.
 * @param hasVolume the element is as loud as it is told; where it is not, on phones of Apple, the gain node makes
 * quieter, too, and is built when the first track comes that is not at its level
 */
export function createLevel(element: HTMLMediaElement, hasVolume = canFade()): Level {
  let amplifier: GainNode | null = null;
  let gain = 1;
  let part = 1;
  const apply = () => {
    if (amplifier) amplifier.gain.value = hasVolume ? Math.max(1, gain) : gain * part;
    if (hasVolume) element.volume = Math.min(1, gain) * part;
  };
  return {
    set: (next, url) => {
      gain = next;
      const isOurs = new URL(url, location.href).origin === location.origin;
      if ((hasVolume ? gain > 1 : gain !== 1) && isOurs && amplifier === null) {
        const context = new AudioContext();
        amplifier = context.createGain();
        context.createMediaElementSource(element).connect(amplifier).connect(context.destination);
        element.addEventListener('play', () => void context.resume());
      }
      apply();
    },
    fade: (next) => {
      part = next;
      apply();
    },
    gain: () => gain,
    amplifier: () => amplifier,
  };
}
