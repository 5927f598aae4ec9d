import type { MediaSummary } from '@scoville/contract/media.ts';
import { ShareIcon } from '../ui/icons.tsx';
import { sharedMedia } from './shareable.ts';
import { Sharing } from './sharing.tsx';

/** Shares a media: a button with the sign alone. */
export function ShareMedia({ media, className }: { media: MediaSummary; className: string }) {
  return (
    <Sharing what={sharedMedia(media)}>
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
    </Sharing>
  );
}
