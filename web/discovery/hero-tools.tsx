import type { Media } from '@scoville/contract/media.ts';
import { Heart } from '../favorites/heart.tsx';
import { MediaMenu } from '../media/media-menu.tsx';

/** What else one does with the pinned favorite; comes when the page stands. */
export default function HeroTools({ media }: { media: Media }) {
  return (
    <span className="flex items-center">
      <Heart media={media} className="size-11 rounded-full" />
      <MediaMenu media={media} className="size-11 rounded-full" />
    </span>
  );
}
