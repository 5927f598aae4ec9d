import { Suspense } from 'react';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';

const Lyrics = latePart(() => import('./lyrics.tsx'));

/** The lyrics of a song, shown once they are loaded. Renders nothing for videos, which have captions instead. */
export function LateLyrics({ media, className }: { media: MediaSummary; className: string }) {
  if (media.mediaType === 'video') return null;
  return (
    <Suspense>
      <div className={`${className} empty:hidden`}>
        <Lyrics media={media} />
      </div>
    </Suspense>
  );
}
