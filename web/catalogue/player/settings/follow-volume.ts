import { onVolumeChange, volume, volumePart } from './volume.ts';

/**
 * Applies the volume of this device to an element. Returns a function that stops this.
 * @param gain the factor that levels its loudness. Quiet items stay quieter, because a volume cannot exceed 1.
 */
export function followVolume(element: HTMLMediaElement, gain = 1): () => void {
  const apply = () => {
    element.volume = Math.min(1, gain) * volumePart();
    element.muted = volume().muted;
  };
  apply();
  return onVolumeChange(apply);
}
