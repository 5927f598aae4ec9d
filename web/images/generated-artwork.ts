import { artworkSvg } from '@scoville/contract/artwork.ts';

/** Addresses that are kept: a card asks for its own whenever it is rendered. */
const MOST = 300;
const kept = new Map<string, string>();

/** A generated picture as an address that an image takes; without a size in pixels it fills its box. */
export function generatedArtwork(seed: string, size?: number): string {
  const key = `${seed} ${size}`;
  const drawn = kept.get(key) ?? `data:image/svg+xml,${encodeURIComponent(artworkSvg(seed, size))}`;
  if (kept.size >= MOST) kept.clear();
  kept.set(key, drawn);
  return drawn;
}
