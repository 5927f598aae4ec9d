import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { generatedArtwork } from './generated-artwork.ts';

/**
 * The artwork of a song or video as a square, or the generated default. Decorative, because the title is shown beside
 * it.
 */
export function SmallCover({
  media,
  size,
  className,
}: {
  media: Pick<Media, 'id' | 'artwork'>;
  size: 200 | 700;
  className?: string;
}) {
  const { artwork } = media;
  const address = size === 200 ? artwork?.webp200 : artwork?.webp700;
  return (
    <img
      src={address ?? generatedArtwork(media.id, size)}
      alt=""
      width={size}
      height={size}
      className={classNames('aspect-square rounded-cover bg-raised object-cover', className)}
    />
  );
}
