import { Suspense } from 'react';
import type { Media, MediaSummary } from '@scoville/contract/media.ts';
import { latePart } from '../ui/late-part.tsx';

const Lyrics = latePart(() => import('./lyrics.tsx'));

interface LateLyricsProps {
  /** A row of a list has no `hasTimedText`; its lyrics are requested. */
  media: MediaSummary & Partial<Pick<Media, 'hasTimedText'>>;
  className: string;
}

/** The lyrics of a song, when they are here; a video has captions instead. */
export function LateLyrics({ media, className }: LateLyricsProps) {
  if (media.mediaType === 'video' || media.hasTimedText === false) return null;
  return (
    <Suspense>
      <div className={`${className} empty:hidden`}>
        <Lyrics media={media} />
      </div>
    </Suspense>
  );
}
