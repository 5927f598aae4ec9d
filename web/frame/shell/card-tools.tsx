import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import CardHeart from '../../catalogue/favorites/card-heart.tsx';
import { MediaMenu } from '../../catalogue/media/media-menu.tsx';
import { ShareButton } from '../../catalogue/sharing/share-button.tsx';

export const loadAddToPlaylist = async () =>
  (await import('../../catalogue/playlists/add-to-playlist.tsx')).AddToPlaylist;
export const loadReportDialog = async () => (await import('../../community/reports/report-dialog.tsx')).ReportDialog;

const CORNER =
  'absolute left-2 size-10 rounded-full bg-[#16110ecc] text-[#f8efe6] transition-opacity group-hover/card:opacity-100! group-has-focus-visible/card:opacity-100! group-has-[[aria-expanded=true]]/card:opacity-100! pointer-fine:opacity-0';

/**
 * The buttons on the card of a song or video. With a mouse, most of them appear only while the card is hovered or
 * focused. On a touch screen, sharing is only in the menu.
 */
export default function CardTools({ media }: { media: MediaSummary }) {
  return (
    <>
      <CardHeart media={media} />
      <MediaMenu media={media} className={`${CORNER} bottom-2`} />
      <ShareButton media={media} className={`${CORNER} bottom-13 pointer-coarse:hidden`} />
    </>
  );
}
