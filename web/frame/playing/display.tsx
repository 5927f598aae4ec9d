import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { CommentSection } from '../../community/comments/comment-section.tsx';
import { MomentMarks } from '../../community/comments/moment-marks.tsx';
import { Heart } from '../../catalogue/favorites/heart.tsx';
import { Cover } from '../../pipeline/images/cover.tsx';
import { SubscribeButton } from '../../community/follows/subscribe-button.tsx';
import { GenreLinks } from '../../catalogue/media/genre-links.tsx';
import { MediaMenu } from '../../catalogue/media/media-menu.tsx';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { BandLabel, ScoreRing } from '../../catalogue/media/score-ring.tsx';
import { PlaceLinks } from '../../catalogue/media/place-links.tsx';
import { TagLinks } from '../../catalogue/media/tag-links.tsx';
import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { ShareButton } from '../../catalogue/sharing/share-button.tsx';
import { LateLyrics } from '../../catalogue/timed-text/late-lyrics.tsx';
import { CaptionedVideo } from '../../catalogue/timed-text/captioned-video.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { ChevronDownIcon, CloseIcon } from '../../platform/ui/icons.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { useModal } from '../../platform/ui/use-modal.ts';
import { timeText, useClock } from '../../catalogue/player/clock.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { useFullScreen } from '../../catalogue/player/full-screen/full-screen.ts';
import { dispatch, usePlayer } from '../../catalogue/player/player.ts';
import { RatingControl } from '../../catalogue/ratings/rating-control.tsx';
import { ReportButton } from '../../community/reports/report-button.tsx';
import { OtherTabNotice } from './queue/other-tab-notice.tsx';
import { QueueButton } from './queue/queue-button.tsx';
import { RepeatButton, ShuffleButton } from './queue/queue-modes.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { StillProcessing } from './still-processing.tsx';
import { onSwipe } from './swipe.ts';
import { Transport } from './transport.tsx';
import type { CurrentTrack } from './use-current.ts';
import { VolumeControl } from './volume-control.tsx';
import { SeekPlace } from './seek-place.tsx';

const AdOverlay = latePart(async () => ({ default: (await import('./ad-overlay.tsx')).AdOverlay }));

const Related = latePart(async () => ({ default: (await import('./related.tsx')).Related }));

const collapse = () => dispatch({ type: 'display', open: false });

/**
 * The player over the whole page, with the artwork or the video on the left and the details of the track on the right.
 */
export function Display({ track }: { track: CurrentTrack }) {
  const modal = useModal(collapse);
  const { ref } = modal;
  const error = usePlayer((state) => state.error);
  const isFullScreen = useFullScreen();
  const isAd = usePlayer((state) => state.status === 'ad') && !isFullScreen;
  useEffect(() => (ref.current ? onSwipe(ref.current, collapse, 1) : undefined), [ref]);
  const footer = useRef<HTMLElement>(null);
  // Messages are placed above the controls.
  useEffect(() => {
    const [dialog, controls] = [ref.current, footer.current];
    if (!dialog || !controls) return;
    const sizes = new ResizeObserver(() => dialog.style.setProperty('--toasts-bottom', `${controls.offsetHeight}px`));
    sizes.observe(controls);
    return () => sizes.disconnect();
  }, [ref]);
  return (
    <dialog
      {...modal}
      data-player=""
      aria-label={`Player, ${track.title}`}
      className="appear m-0 h-dvh max-h-none w-full max-w-none scroll-pb-48 flex-col overflow-y-auto overscroll-contain bg-bg p-0 text-text open:flex"
    >
      <header className="content flex justify-end gap-1 pt-3">
        <VolumeControl className="mr-auto" />
        <QueueButton />
        <SettingsButton isVideo={track.mediaType === 'video'} />
        <IconButton label="Collapse the player" onClick={collapse}>
          <ChevronDownIcon />
        </IconButton>
        <IconButton label="Close the player" onClick={() => dispatch({ type: 'close' })}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="content grid flex-1 content-center items-center gap-6 py-4 md:grid-cols-2 md:gap-12">
        {track.mediaType === 'video' ? (
          <CaptionedVideo
            id={track.id}
            place="display"
            className="aspect-video w-full overflow-hidden rounded-hero bg-black"
          />
        ) : (
          <div className="mx-auto w-full max-w-[min(560px,50dvh)] overflow-hidden rounded-hero md:max-w-[min(560px,60dvh)]">
            <Cover media={track} sizes="(min-width: 768px) 560px, 90vw" />
          </div>
        )}
        <About track={track} />
      </div>
      {isAd && (
        <Suspense>
          <AdOverlay />
        </Suspense>
      )}
      <LateLyrics key={track.id} media={track} className="content pt-4 pb-6" />
      <div className="content flex flex-col gap-10 pt-4 pb-[calc(var(--toasts-height,0px)+32px)]">
        <CommentSection media={track} />
        <Suspense>
          <Related key={track.id} track={track} />
        </Suspense>
      </div>
      <footer ref={footer} className="content sticky bottom-0 bg-bg pt-2 pb-5">
        {error ? (
          <p role="alert" className="py-4 text-center break-words text-error">
            {error}
          </p>
        ) : (
          <Seek track={track} />
        )}
        <OtherTabNotice className="text-center" />
        {track.stage && isUnderway(track.stage) && (
          <StillProcessing id={track.id} className="text-center text-caption" />
        )}
        <div className="flex items-center justify-center gap-1.5 pt-2">
          <ShuffleButton className="rounded-full" />
          <Transport whole />
          <RepeatButton className="rounded-full" />
        </div>
      </footer>
    </dialog>
  );
}

function About({ track }: { track: CurrentTrack }) {
  const { genres = [], tags = [], published = false, curatedGenre = null, curatedMood = null } = track;
  return (
    <div className="min-w-0">
      <h2 dir="auto" className="text-[clamp(28px,4vw,48px)] leading-[1.05] break-words">
        <Link to={mediaPath(track)} onClick={collapse} className="hover:underline">
          {track.title}
        </Link>
      </h2>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <MusicianName musician={track.musician} className="text-lead" />
        <SubscribeButton musician={track.musician} />
      </div>
      {track.score !== null && track.band !== null && (
        <p className="mt-4 flex items-center gap-3">
          <ScoreRing score={track.score} band={track.band} size="hero" />
          <BandLabel band={track.band} />
        </p>
      )}
      <div className="tabular mt-3 flex items-center text-muted">
        <span>{pluralize(track.playCount, 'play', 'plays')}</span>
        <span className="ml-4">{pluralize(track.rememberCount, 'fav', 'favs')}</span>
        <Heart media={track} className="ml-2 size-[42px] rounded-control text-text hover:bg-raised" />
        <ShareButton media={track} className="size-[42px] rounded-control text-text hover:bg-raised" />
        <MediaMenu media={track} className="size-[42px] rounded-control text-text hover:bg-raised" />
      </div>
      {track.ratingCount !== undefined && (
        <div className="mt-3">
          <RatingControl media={{ ...track, rating: track.rating ?? null, ratingCount: track.ratingCount }} />
        </div>
      )}
      <PlaceLinks media={{ curatedGenre, curatedMood }} className="mt-4" />
      <GenreLinks media={{ genres, published, curatedGenre }} className="mt-4" />
      <TagLinks tags={tags} className="mt-4" />
      {track.description && (
        <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line">
          {track.description}
        </p>
      )}
      <div className="mt-3 -ml-3">
        <ReportButton what={{ kind: 'media', id: track.id, ownerId: track.musician.id }} />
      </div>
    </div>
  );
}

function Seek({ track }: { track: CurrentTrack }) {
  const { position, duration } = useClock();
  return (
    <>
      <SeekPlace track={track} className="h-16 w-full" />
      <MomentMarks media={track} />
      <p className="tabular flex justify-between text-caption text-muted">
        <span>{timeText(position)}</span>
        <span>{timeText(duration)}</span>
      </p>
    </>
  );
}
