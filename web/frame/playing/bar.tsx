import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { onPageChange } from '../../platform/ui/page-change.ts';
import { BarButtons } from './bar-buttons.tsx';
import { timeText, useClock } from '../../catalogue/player/clock.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { useMe } from '../../platform/lib/query.ts';
import { listenToKeys } from './keyboard.ts';
import { offerSystemControls } from '../../catalogue/player/system-controls.ts';
import { NowPlaying } from './now-playing.tsx';
import { currentTrack } from '../../catalogue/player/player-state.ts';
import { dispatch, usePlayer } from '../../catalogue/player/player.ts';
import { persistPlayer, isWaitingSinceReload } from '../../catalogue/player/persistence.ts';
import { savePlayerState } from '../../catalogue/player/queue/save-player-state.ts';
import { keepPlaying } from './queue/keep-playing.ts';
import { readQueue } from '../../catalogue/player/queue/read-queue.ts';
import { handQueueTo } from '../../catalogue/player/queue/queue-owner.ts';
import { setListener } from '../../catalogue/player/settings/playback-positions.ts';
import { leaveFullScreen, useFullScreen, watchFullScreen } from '../../catalogue/player/full-screen/full-screen.ts';
import { SeekPlace } from './seek-place.tsx';
import { onSwipe } from './swipe.ts';
import { Transport } from './transport.tsx';
import { type CurrentTrack, useCurrentTrack } from './use-current.ts';
import { useRememberPlays } from './use-remember-plays.ts';

const AdOverlay = latePart(async () => ({ default: (await import('./ad-overlay.tsx')).AdOverlay }));
const ContinueOffer = latePart(async () => ({ default: (await import('./queue/continue-offer.tsx')).ContinueOffer }));
const Display = openedPart(async () => ({ default: (await import('./display.tsx')).Display }));
const FullScreenPlayer = openedPart(() => import('./full-screen/full-screen-player.tsx'));

const open = () => dispatch({ type: 'display', open: true });
const collapse = () => dispatch({ type: 'display', open: false });

/**
 * The player's bar while the queue has a track. Before the first track, and while an old queue restored by a reload
 * waits here, the bar offers to continue what the account listened to on another device.
 */
export default function Bar() {
  const isOpen = usePlayer((state) => currentTrack(state) !== null);
  // The bar takes long to render, so sound starts first, even when the press mounts the bar.
  const isDrawn = useDeferredValue(isOpen, false);
  const waits = usePlayer(isWaitingSinceReload);
  const [wasHeard, setWasHeard] = useState(isOpen && !waits);
  const me = useMe();
  const listener = me === undefined ? undefined : me?.hasAuth ? me.id : null;
  useEffect(() => {
    if (listener !== undefined) setListener(listener);
  }, [listener]);
  const viewer = me === undefined ? undefined : (me?.id ?? null);
  useEffect(() => {
    if (viewer !== undefined) handQueueTo(viewer);
  }, [viewer]);
  const [hadTrack, setHadTrack] = useState(isOpen);
  if (isOpen && !hadTrack) setHadTrack(true);
  // Something that was played or closed on this page is not offered to be continued.
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

/** The bar at the bottom edge while the queue has a track. */
function TrackBar({ accountId }: { accountId: string | null }) {
  const track = useCurrentTrack();
  const error = usePlayer((state) => state.error);
  const isDisplayed = usePlayer((state) => state.display);
  const isAd = usePlayer((state) => state.status === 'ad');
  const isFullScreen = useFullScreen();
  const bar = useRef<HTMLElement>(null);
  useRememberPlays();
  // Layout effect: keys must work as soon as the bar is visible.
  useLayoutEffect(() => {
    const stops = [
      persistPlayer(),
      readQueue(),
      listenToKeys(),
      offerSystemControls(),
      watchFullScreen(),
      onPageChange(collapse),
      reserveSpace(),
      ...(bar.current ? [onSwipe(bar.current, open)] : []),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  // A visitor's player is not saved on the server.
  useEffect(() => (accountId === null ? undefined : savePlayerState()), [accountId]);
  useEffect(() => keepPlaying(accountId === null), [accountId]);
  if (!track) return null;
  return (
    <section
      ref={bar}
      aria-label="Player"
      className="appear fixed inset-x-0 bottom-0 z-30 grid h-18 grid-cols-[minmax(0,1fr)_auto] items-center gap-2.5 border-t border-line bg-surface px-3.5 md:h-20 md:grid-cols-[minmax(180px,1fr)_minmax(230px,1.4fr)_minmax(auto,1fr)] md:gap-7 md:px-6"
    >
      <NowPlaying track={track} accountId={accountId} onOpen={open} />
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
      <BarButtons track={track} accountId={accountId} onOpen={open} />
      {isAd && !isDisplayed && !isFullScreen && (
        <Suspense>
          <AdOverlay />
        </Suspense>
      )}
      {/* Keyed by account, so that no other account sends text that was typed here. The bar's dialogs are keyed for the
          same reason. */}
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

/** Reserves space, so that pages and messages end above the bar. */
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
