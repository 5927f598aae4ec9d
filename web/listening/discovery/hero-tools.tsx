import type { Media } from '@scoville/contract/media.ts';
import { Heart } from '../favorites/heart.tsx';
import { MediaMenu } from '../media/media-menu.tsx';

/** Further actions on the pinned favorite; loaded after the page is shown. */
export default function HeroTools({ media }: { media: Media }) {
  return (
    <span className="flex items-center">
      <Heart media={media} className="size-11 rounded-full" />
      <MediaMenu media={media} className="size-11 rounded-full" />
    </span>
  );
}
