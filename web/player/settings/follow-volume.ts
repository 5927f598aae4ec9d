import { onVolumeChange, volume, volumePart } from './volume.ts';

/**
 * Has an element sound as loud as everything else on this device. Returns what stops it.
 * @param gain the factor that brings it to the loudness of the others; what is quieter stays so, as above 1 it cannot be set
 */
export function followVolume(element: HTMLMediaElement, gain = 1): () => void {
  const apply = () => {
    element.volume = Math.min(1, gain) * volumePart();
    element.muted = volume().muted;
  };
  apply();
  return onVolumeChange(apply);
}
