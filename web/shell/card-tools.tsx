import type { MediaSummary } from '@scoville/contract/media.ts';
import CardHeart from '../favorites/card-heart.tsx';
import { MediaMenu } from '../media/media-menu.tsx';
import { ShareMedia } from '../sharing/share-media.tsx';

export const loadAddToPlaylist = async () => (await import('../playlists/add-to-playlist.tsx')).AddToPlaylist;

const CORNER =
  'absolute left-2 size-10 rounded-full bg-[#16110ecc] text-[#f8efe6] transition-opacity group-hover/card:opacity-100! group-has-focus-visible/card:opacity-100! group-has-[[aria-expanded=true]]/card:opacity-100! pointer-fine:opacity-0';

/**
 * What one does with a media from its card; where there is a mouse, most of it is seen when that or the focus is on the
 * card. A finger finds sharing in the menu.
 */
export default function CardTools({ media }: { media: MediaSummary }) {
  return (
    <>
      <CardHeart media={media} />
      <MediaMenu media={media} className={`${CORNER} bottom-2`} />
      <ShareMedia media={media} className={`${CORNER} bottom-13 pointer-coarse:hidden`} />
    </>
  );
}
