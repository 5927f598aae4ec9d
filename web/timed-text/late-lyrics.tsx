import { Suspense, lazy } from 'react';
import type { MediaSummary } from '@scoville/contract/media.ts';

const Lyrics = lazy(() => import('./lyrics.tsx').catch(() => ({ default: () => null })));

/** The lyrics of a song, when they are here; a video has captions instead. */
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
