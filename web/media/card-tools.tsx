import type { MediaSummary } from '@scoville/contract/media.ts';
import CardHeart from '../favorites/card-heart.tsx';
import { ShareMedia } from '../sharing/share-media.tsx';

/** What one does with a media from its card; where there is a mouse, sharing is seen when that or the focus is on the card. */
export default function CardTools({ media }: { media: MediaSummary }) {
  return (
    <>
      <CardHeart media={media} />
      <ShareMedia
        media={media}
        className="absolute bottom-2 left-2 size-10 rounded-full bg-[#16110ecc] text-[#f8efe6] transition-opacity group-hover/card:opacity-100! group-has-focus-visible/card:opacity-100! pointer-fine:opacity-0"
      />
    </>
  );
}
