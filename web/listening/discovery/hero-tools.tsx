import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Heart } from '../../catalogue/favorites/heart.tsx';
import { MediaMenu } from '../../catalogue/media/media-menu.tsx';

/** Further actions on the pinned favorite; loaded after the page is shown. */
export default function HeroTools({ media }: { media: Media }) {
  return (
    <span className="flex items-center">
      <Heart media={media} className="size-11 rounded-full" />
      <MediaMenu media={media} className="size-11 rounded-full" />
    </span>
  );
}
