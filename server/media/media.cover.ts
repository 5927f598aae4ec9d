import { artworkSvg } from '@scoville/contract/artwork.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';

/** A picture as an `img` takes it. */
interface Cover {
  src: string;
  srcset?: string;
}

/** The picture that is drawn for a seed where there is none. */
export const drawn = (seed: string): string => `data:image/svg+xml,${encodeURIComponent(artworkSvg(seed))}`;

/** What a media's card shows in the browser: its artwork, else a video's picture, else the one that is drawn for its id. */
export function coverOf({ id, artwork, poster }: Pick<MediaSummary, 'id' | 'artwork' | 'poster'>): Cover {
  if (artwork !== null) return { src: artwork.webp700, srcset: `${artwork.webp200} 200w, ${artwork.webp700} 700w` };
  return { src: poster ?? drawn(id) };
}
