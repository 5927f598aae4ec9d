import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { TimedLine } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { type RefObject, useRef } from 'react';
import { CaptionsTrack } from '../timed-text/words-by-link.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { PlayIcon } from '../../platform/ui/first-icons.tsx';
import { usePrivatePlayback } from './use-private-playback.ts';

interface PrivatePlayerProps {
  media: Media;
  /** For videos only. */
  captions: readonly TimedLine[] | undefined;
  /** Requests new addresses. Throws if the link is no longer valid. */
  onExpired: () => Promise<Media | undefined>;
}

/**
 * Plays with the browser's own controls. The product's player is separate and keeps its track. Only one of the two
 * sounds at a time, and other tabs are silent while one of them plays.
 */
export function PrivatePlayer({ media, captions, onExpired }: PrivatePlayerProps) {
  const host = useRef<HTMLMediaElement>(null);
  const { isLoaded, problem, isElsewhere, canRetry, prepare, begin, retry, events } = usePrivatePlayback(
    host,
    media,
    onExpired,
  );
  const shared = { 'aria-label': media.title, controls: true, hidden: !isLoaded, preload: 'none', ...events };
  return (
    <div className="flex flex-col items-start gap-3">
      {!isLoaded && media.sources.length > 0 && (
        <Button variant="main" size="large" onPointerEnter={prepare} onFocus={prepare} onClick={begin}>
          <PlayIcon />
          Play
        </Button>
      )}
      {media.sources.length === 0 && <p className="text-muted">It cannot be played yet.</p>}
      {media.mediaType === 'song' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand on the page, as lyrics
        <audio ref={host as RefObject<HTMLAudioElement | null>} {...shared} className="w-full max-w-[520px]" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the rule sees no track that depends on there being captions
        <video
          ref={host as RefObject<HTMLVideoElement | null>}
          {...shared}
          playsInline
          {...(media.poster !== null && { poster: media.poster })}
          className="aspect-video w-full rounded-cover bg-black"
        >
          {captions !== undefined && captions.length > 0 && <CaptionsTrack lines={captions} />}
        </video>
      )}
      <p role="status" className="text-muted empty:hidden">
        {isElsewhere && 'Paused: playing in another tab'}
      </p>
      <p role="alert" className="break-words text-error empty:hidden">
        {problem}
      </p>
      {canRetry && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}
