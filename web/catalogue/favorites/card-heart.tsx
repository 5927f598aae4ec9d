import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { Heart, useIsFavorite } from './heart.tsx';

/** The heart on a card's cover. With a mouse, an empty heart appears only while the card is hovered or focused. */
export default function CardHeart({ media }: { media: MediaSummary }) {
  return (
    <Heart
      media={media}
      className={classNames(
        'absolute top-2 right-2 size-10 rounded-full bg-[#16110ecc] text-[#f8efe6] transition-opacity',
        !useIsFavorite(media) &&
          'group-hover/card:opacity-100! group-has-focus-visible/card:opacity-100! pointer-fine:opacity-0',
      )}
    />
  );
}
