import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { ShareIcon } from '../../platform/ui/icons.tsx';
import { sharedMedia } from './shareable.ts';
import { ShareControl } from './share-control.tsx';

/** A button, with only an icon, that opens the dialog for sharing a song or video. */
export function ShareButton({ media, className }: { media: MediaSummary; className: string }) {
  return (
    <ShareControl what={sharedMedia(media)}>
      {(open) => (
        <button
          type="button"
          aria-label={`Share ${media.title}`}
          title="Share"
          onClick={open}
          className={`grid flex-none place-items-center ${className}`}
        >
          <ShareIcon className="size-5" />
        </button>
      )}
    </ShareControl>
  );
}
