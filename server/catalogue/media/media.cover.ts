import { artworkSvg } from '@scoville/contract/catalogue/media/artwork.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/** The attributes of an `img`. */
interface Cover {
  src: string;
  srcset?: string;
}

/** A picture drawn from a seed, for items without one, as a data URL. */
export const drawnArtwork = (seed: string): string => `data:image/svg+xml,${encodeURIComponent(artworkSvg(seed))}`;

/**
 * The picture on a media item's card in the browser: its artwork, else a video's poster, else one drawn from its id.
 */
export function coverOf({ id, artwork, poster }: Pick<MediaSummary, 'id' | 'artwork' | 'poster'>): Cover {
  if (artwork !== null) return { src: artwork.webp700, srcset: `${artwork.webp200} 200w, ${artwork.webp700} 700w` };
  return { src: poster ?? drawnArtwork(id) };
}
