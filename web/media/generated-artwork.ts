import { artworkSvg } from '@scoville/contract/artwork.ts';

/** A generated picture as an address that an image takes; without a size in pixels it fills its box. */
export const generatedArtwork = (seed: string, size?: number): string =>
  `data:image/svg+xml,${encodeURIComponent(artworkSvg(seed, size))}`;
