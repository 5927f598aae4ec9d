/** Sets how loud the element sounds: 1 is as it is, more makes it louder. */
export type Level = (gain: number, url: string) => void;

/**
 * Making quieter is the element's own volume. Making louder needs a gain node, built when the first quiet track comes;
 * sound from another origin would be silent behind one, so that there the volume stays at 1.
 */
export function createLevel(element: HTMLMediaElement): Level {
  let amplifier: GainNode | null = null;
  return (gain, url) => {
    const isOurs = new URL(url, location.href).origin === location.origin;
    if (gain > 1 && isOurs && amplifier === null) {
      const context = new AudioContext();
      amplifier = context.createGain();
      context.createMediaElementSource(element).connect(amplifier).connect(context.destination);
      element.addEventListener('play', () => void context.resume());
    }
    if (amplifier) amplifier.gain.value = Math.max(1, gain);
    element.volume = Math.min(1, gain);
  };
}
