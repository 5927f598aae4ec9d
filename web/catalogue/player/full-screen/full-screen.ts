import { onPageChange } from '../../../platform/ui/page-change.ts';
import { playerElement } from '../player-element.ts';
import { currentTrack } from '../player-state.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { createStore } from '../settings/store.ts';

const full = createStore(false);
export const isFullScreen = full.get;
export const useFullScreen = full.use;

/** On iPhones only a video can fill the screen, with the system's controls. */
type PhonesVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Full screen was requested, and the browser has not answered yet. */
let isRequesting = false;

const isVideo = (): boolean => currentTrack(playerState())?.mediaType === 'video';

/**
 * Makes the video in the player fill the screen. Must be called by a press, because browsers refuse otherwise. If the
 * browser refuses anyway, the video fills the window.
 */
function enterFullScreen(): void {
  if (full.get() || !isVideo()) return;
  const video: PhonesVideo = playerElement();
  if (!document.fullscreenEnabled && video.webkitEnterFullscreen) {
    // A video without metadata has no picture to show.
    if (video.readyState > HTMLMediaElement.HAVE_NOTHING) video.webkitEnterFullscreen();
    return;
  }
  full.set(true);
  if (!document.fullscreenEnabled) return;
  isRequesting = true;
  // The whole page and not only the picture, so that messages, menus and dialogs are visible, too.
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).then(
    () => {
      isRequesting = false;
      // Full screen was left in the meantime.
      if (!full.get()) exit();
    },
    (error: unknown) => {
      isRequesting = false;
      console.warn('The browser does not give the whole screen.', error);
    },
  );
}

export function leaveFullScreen(): void {
  if (!full.get()) return;
  full.set(false);
  exit();
}

export const toggleFullScreen = (): void => (full.get() ? leaveFullScreen() : enterFullScreen());

function exit(): void {
  if (document.fullscreenElement === null) return;
  document.exitFullscreen().catch((error: unknown) => console.warn('The browser kept the whole screen.', error));
}

/**
 * Leaves full screen when the browser does, the page changes, or the player has no video any more. Returns a function
 * that stops this.
 */
export function watchFullScreen(): () => void {
  const onChange = () => {
    // The event for leaving may arrive after full screen was requested again.
    if (!isRequesting && document.fullscreenElement === null) full.set(false);
  };
  document.addEventListener('fullscreenchange', onChange);
  const stops = [
    onPageChange(leaveFullScreen),
    onPlayerChange(() => {
      if (!isVideo()) leaveFullScreen();
    }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    document.removeEventListener('fullscreenchange', onChange);
    leaveFullScreen();
  };
}
