import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { ReactNode } from 'react';
import { timeText } from '../player/clock.ts';
import { playFrom } from '../player/play-from.ts';
import { currentTrack } from '../player/player-state.ts';
import { prefetchHandlers, playList, useIsInPlayer, useIsPlaying, usePlayer } from '../player/player.ts';
import TrackWaveform from '../player/track-waveform.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { CaptionedVideo } from '../timed-text/captioned-video.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { CertifiedHot } from './certified-hot.tsx';
import { Cover } from '../../pipeline/images/cover.tsx';
import { MasterChefBadge } from './master-chef.tsx';
import { MediaMenu } from './media-menu.tsx';
import { MusicianName } from './musician-name.tsx';
import { ScoreDetails } from './score-details.tsx';

const TOOL = 'size-[50px] rounded-full inset-ring inset-ring-line hover:bg-raised';

interface MediaHeadProps {
  media: Media;
  /** The second at which playback starts; 0 for the beginning. */
  startAt: number;
  /** Stands below the waveform. */
  marks: ReactNode;
  renderHeart: (className: string) => ReactNode;
  /** Controls for some users only, shown last. */
  children?: ReactNode;
}

/**
 * The top of the page of a song or video. While the player shows a video, the picture in the player replaces the cover.
 */
export function MediaHead({ media, startAt, marks, renderHeart, children }: MediaHeadProps) {
  // A click on a song's play button re-renders only the button and the waveform, so that the sound isn't delayed.
  const isWatched = usePlayer(
    (now) => media.mediaType === 'video' && now.status !== 'stopped' && currentTrack(now)?.id === media.id,
  );
  return (
    <div
      className={classNames(
        'grid items-center gap-5 md:gap-10',
        isWatched ? 'md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]' : 'md:grid-cols-[minmax(240px,340px)_minmax(0,1fr)]',
      )}
    >
      {isWatched ? (
        <CaptionedVideo id={media.id} place="page" className="aspect-video overflow-hidden rounded-hero bg-black" />
      ) : (
        <div className="overflow-hidden rounded-hero shadow-[0_30px_80px_-30px_#ff5a1f66]">
          <Cover media={media} sizes="(min-width: 768px) 340px, 92vw" first />
        </div>
      )}
      <div className="min-w-0">
        {media.pinnedFavorite && <CertifiedHot className="mb-2.5" />}
        <h1 dir="auto" className="text-hero break-words">
          {media.title}
        </h1>
        <div className="mt-3 flex items-center gap-1">
          <MusicianName musician={media.musician} className="text-lead font-[550]" withHat={false} />
          {media.musician.isMasterChef && <MasterChefBadge />}
        </div>
        <div className="my-5">
          <TrackWaveform media={media} className="h-16 w-full" />
          {marks}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {media.sources.length > 0 && <PlayHere media={media} startAt={startAt} />}
          {renderHeart(TOOL)}
          <ShareButton media={media} className={TOOL} />
          <MediaMenu media={media} className={TOOL} />
          <ScoreDetails media={media} />
          {children}
        </div>
      </div>
    </div>
  );
}

function PlayHere({ media, startAt }: Pick<MediaHeadProps, 'media' | 'startAt'>) {
  const isPlaying = useIsPlaying(media.id);
  const isInPlayer = useIsInPlayer(media.id);
  // A link to a moment applies once: a track that is already in the player continues at its position.
  const startsLater = startAt > 0 && !isInPlayer;
  return (
    <Button
      variant="main"
      size="large"
      {...prefetchHandlers(media)}
      onClick={() => (startsLater ? playFrom(media, startAt) : playList([media], media.id))}
    >
      {isPlaying ? <PauseIcon /> : <PlayIcon />}
      {isPlaying ? 'Pause' : startsLater ? `Play from ${timeText(startAt)}` : 'Play'}
    </Button>
  );
}
