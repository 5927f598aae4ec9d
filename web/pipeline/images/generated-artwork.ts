import { artworkSvg } from '@scoville/contract/catalogue/media/artwork.ts';

/** Maximum number of cached addresses. They are cached because a card requests its address on every render. */
const MOST = 300;
const cache = new Map<string, string>();

/** A generated picture as a data URL for an image. Without a size in pixels the picture fills its box. */
export function generatedArtwork(seed: string, size?: number): string {
  const key = `${seed} ${size}`;
  const drawn = cache.get(key) ?? `data:image/svg+xml,${encodeURIComponent(artworkSvg(seed, size))}`;
  if (cache.size >= MOST) cache.clear();
  cache.set(key, drawn);
  return drawn;
}
