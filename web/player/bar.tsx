import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Heart } from '../favorites/heart.tsx';
import { SubscribeButton } from '../follows/subscribe-button.tsx';
import { Cover } from '../media/cover.tsx';
import { MusicianName } from '../media/musician-name.tsx';
import { ScoreRing } from '../media/score-ring.tsx';
import { ShareMedia } from '../sharing/share-media.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ChevronUpIcon, CloseIcon } from '../ui/icons.tsx';
import { openedPart } from '../ui/opened-part.tsx';
import { onPageChange } from '../ui/page-change.ts';
import { timeText, useClock } from './clock.ts';
import { latePart } from '../ui/late-part.tsx';
import { useMe } from '../lib/query.ts';
import { pluralize } from '../lib/format.ts';
import { listenToKeys } from './keyboard.ts';
import { offerMediaSession } from './media-session.ts';
import { Picture } from './picture.tsx';
import { currentTrack } from './player-state.ts';
import { dispatch, usePlayer } from './player.ts';
import { persistPlayer, waitsSinceReload } from './persistence.ts';
import { Elsewhere } from './queue/elsewhere.tsx';
import { savePlayerState } from './queue/save-player-state.ts';
import { keepPlaying } from './queue/keep-playing.ts';
import { QueueButton } from './queue/queue-button.tsx';
import { readQueue } from './queue/read-queue.ts';
import { handQueueTo } from './queue/whose-queue.ts';
import { listensAs } from './settings/playback-positions.ts';
import { SettingsButton } from './settings/settings-button.tsx';
import { leaveFullScreen, useFullScreen, watchFullScreen } from './full-screen/full-screen.ts';
import { SeekPlace } from './seek-place.tsx';
import { StillProcessing } from './still-processing.tsx';
import { onSwipe } from './swipe.ts';
import { Transport } from './transport.tsx';
import { isUnfinished } from './unfinished.ts';
import { type CurrentTrack, useCurrentTrack } from './use-current.ts';
import { usePlayedHere } from './use-played-here.ts';
import { VolumeControl } from './volume-control.tsx';

const AdOverlay = latePart(async () => ({ default: (await import('./ad-overlay.tsx')).AdOverlay }));
const ContinueOffer = latePart(async () => ({ default: (await import('./queue/continue-offer.tsx')).ContinueOffer }));
const Display = openedPart(() => import('./display.tsx').then(({ Display }) => Display));
const FullScreenPlayer = openedPart(() =>
  import('./full-screen/full-screen-player.tsx').then((module) => module.default),
);

const open = () => dispatch({ type: 'display', open: true });
const collapse = () => dispatch({ type: 'display', open: false });

/**
 * The player's bar, for as long as there is a track in it. What the account listened to elsewhere is offered before the first
 * track, and over an old queue that a reload brought back here.
 */
export function Bar() {
  const isOpen = usePlayer((state) => currentTrack(state) !== null);
  // The bar takes long to render, so the first sound comes before it, also where a press mounts this.
  const isDrawn = useDeferredValue(isOpen, false);
  const waits = usePlayer(waitsSinceReload);
  const [wasHeard, setWasHeard] = useState(isOpen && !waits);
  const me = useMe();
  const listener = me === undefined ? undefined : me?.hasAuth ? me.id : null;
  useEffect(() => {
    if (listener !== undefined) listensAs(listener);
  }, [listener]);
  const viewer = me === undefined ? undefined : (me?.id ?? null);
  useEffect(() => {
    if (viewer !== undefined) handQueueTo(viewer);
  }, [viewer]);
  const [hadTrack, setHadTrack] = useState(isOpen);
  if (isOpen && !hadTrack) setHadTrack(true);
  // What was played or closed here is not offered to be continued.
  if (!wasHeard && (isOpen ? !waits : hadTrack)) setWasHeard(true);
  return (
    <>
      {isDrawn && <TrackBar accountId={me?.id ?? null} />}
      {me && !wasHeard && (
        <Suspense>
          <ContinueOffer key={me.id} accountId={me.id} fromElsewhere={isOpen} />
        </Suspense>
      )}
    </>
  );
}

/** The player at the bottom edge, for as long as there is a track in it. */
function TrackBar({ accountId }: { accountId: string | null }) {
  const track = useCurrentTrack();
  const error = usePlayer((state) => state.error);
  const isElsewhere = usePlayer((state) => state.elsewhere);
  const isDisplayed = usePlayer((state) => state.display);
  const isAd = usePlayer((state) => state.status === 'ad');
  const isFullScreen = useFullScreen();
  const isPrepared = usePlayer((state) => {
    const playing = currentTrack(state);
    return playing !== null && isUnfinished(playing);
  });
  const bar = useRef<HTMLElement>(null);
  usePlayedHere();
  // Before the bar is seen, so that keys work from then on.
  useLayoutEffect(() => {
    const stops = [
      persistPlayer(),
      readQueue(),
      listenToKeys(),
      offerMediaSession(),
      watchFullScreen(),
      onPageChange(collapse),
      reserveSpace(),
      ...(bar.current ? [onSwipe(bar.current, open)] : []),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  // Of a visitor nothing is kept.
  useEffect(() => (accountId === null ? undefined : savePlayerState()), [accountId]);
  useEffect(() => keepPlaying(accountId === null), [accountId]);
  if (!track) return null;
  return (
    <section
      ref={bar}
      aria-label="Player"
      className="appear fixed inset-x-0 bottom-0 z-30 grid h-18 grid-cols-[minmax(0,1fr)_auto] items-center gap-2.5 border-t border-line bg-surface px-3.5 md:h-20 md:grid-cols-[minmax(180px,1fr)_minmax(230px,1.4fr)_minmax(auto,1fr)] md:gap-7 md:px-6"
    >
      <div className="relative flex min-w-0 items-center gap-3">
        {/* On a phone all of this opens the display. */}
        <button
          type="button"
          aria-label={`Open ${track.title} in the player`}
          onClick={open}
          className={classNames(
            'flex-none after:absolute after:inset-0 md:after:hidden',
            track.mediaType === 'video' ? 'h-13 w-[92px] md:h-16 md:w-[114px]' : 'size-13',
          )}
        >
          <span className="relative block size-full overflow-hidden rounded-[10px]">
            <Cover media={track} sizes="114px" className="h-full" />
            {track.mediaType === 'video' && <Picture place="corner" className="absolute inset-0 not-empty:bg-black" />}
          </span>
        </button>
        <div className="min-w-0">
          <p dir="auto" className="truncate font-[600]">
            {track.title}
          </p>
          {error && (
            <p role="alert" className="truncate text-error md:hidden">
              {error}
            </p>
          )}
          <Elsewhere className="truncate" />
          {isPrepared && <StillProcessing id={track.id} className="truncate text-caption" />}
          <span className={error || isElsewhere || isPrepared ? 'contents max-md:hidden' : 'contents'}>
            <MusicianName musician={track.musician} className="relative text-muted" />
          </span>
        </div>
        <span className="contents max-lg:hidden">
          <ScoreRing score={track.score} band={track.band} />
        </span>
        <span className="contents max-xl:hidden">
          <SubscribeButton key={accountId} musician={track.musician} size="small" quiet />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-3.5">
        <Transport />
        {error ? (
          <p role="alert" className="min-w-0 wrap-anywhere text-error max-md:hidden">
            {error}
          </p>
        ) : (
          <Seek track={track} />
        )}
      </div>
      <div className="flex items-center justify-end gap-1 max-md:hidden">
        <p className="tabular mr-3 text-caption whitespace-nowrap text-muted max-xl:hidden">
          <span>{pluralize(track.playCount, 'play', 'plays')}</span>
          <span className="ml-3">{pluralize(track.rememberCount, 'fav', 'favs')}</span>
        </p>
        <Heart media={track} className="size-[42px] rounded-control hover:bg-raised" />
        <span className="contents max-lg:hidden">
          <ShareMedia key={accountId} media={track} className="size-[42px] rounded-control hover:bg-raised" />
        </span>
        <VolumeControl narrow />
        <QueueButton key={accountId} />
        <SettingsButton isVideo={track.mediaType === 'video'} />
        <IconButton label="Expand the player" onClick={open}>
          <ChevronUpIcon />
        </IconButton>
        <IconButton label="Close the player" onClick={() => dispatch({ type: 'close' })}>
          <CloseIcon />
        </IconButton>
      </div>
      {isAd && !isDisplayed && !isFullScreen && (
        <Suspense>
          <AdOverlay />
        </Suspense>
      )}
      {/* What was typed in it is nothing for another account to send, and so it is with the dialogs of the bar. */}
      {isDisplayed && <Display key={accountId} track={track} onFailed={collapse} />}
      {isFullScreen && track.mediaType === 'video' && <FullScreenPlayer track={track} onFailed={leaveFullScreen} />}
    </section>
  );
}

function Seek({ track }: { track: CurrentTrack }) {
  const { position, duration } = useClock();
  return (
    <>
      <span className="tabular w-10 text-right text-caption text-muted max-lg:hidden">{timeText(position)}</span>
      <SeekPlace track={track} className="h-[34px] min-w-0 flex-1 max-md:hidden" />
      <span className="tabular w-10 text-caption text-muted max-lg:hidden">{timeText(duration)}</span>
    </>
  );
}

/** Pages and messages end above the bar. */
function reserveSpace(): () => void {
  const { style } = document.documentElement;
  const wide = matchMedia('(min-width: 768px)');
  const take = () => style.setProperty('--player-height', wide.matches ? '80px' : '72px');
  take();
  wide.addEventListener('change', take);
  return () => {
    wide.removeEventListener('change', take);
    style.removeProperty('--player-height');
  };
}
