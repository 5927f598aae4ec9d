import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { useGeneratedArtwork } from './use-generated-artwork.ts';

interface CoverProps {
  media: Pick<Media, 'id' | 'artwork' | 'poster'>;
  /** The width at which the cover is shown, so that the browser can choose between 200 and 700 px: `160px`. */
  sizes: string;
  /** True for the largest picture of the first screen, which is fetched immediately and with high priority. */
  first?: boolean;
  className?: string;
}

/**
 * A square picture: the artwork, else a video's poster, else the generated default. Decorative, because the title is
 * shown beside it.
 */
export function Cover({ media: { id, artwork, poster }, sizes, first = false, className }: CoverProps) {
  const picture = artwork?.webp700 ?? poster;
  const generated = useGeneratedArtwork(picture === null ? id : null);
  return (
    <img
      src={picture ?? generated}
      srcSet={artwork ? `${artwork.webp200} 200w, ${artwork.webp700} 700w` : undefined}
      sizes={artwork ? sizes : undefined}
      alt=""
      width={700}
      height={700}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      className={classNames('aspect-square w-full bg-raised object-cover', className)}
    />
  );
}
