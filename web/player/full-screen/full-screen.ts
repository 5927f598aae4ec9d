import { onPageChange } from '../../ui/page-change.ts';
import { mediaElement } from '../media-element.ts';
import { currentTrack } from '../player-state.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { choice } from '../settings/choice.ts';

const full = choice(false);
export const isFullScreen = full.get;
export const useFullScreen = full.use;

/** On Apple's phones nothing but a video fills the screen, with controls of the system. */
type PhonesVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** The browser was asked, and has not said yet. */
let isAsking = false;

const isVideo = (): boolean => currentTrack(playerState())?.mediaType === 'video';

/**
 * Lets the video that is in the player fill the screen. Called by a press, without which browsers refuse; where they do all
 * the same, it fills the window.
 */
function enterFullScreen(): void {
  if (full.get() || !isVideo()) return;
  const video: PhonesVideo = mediaElement();
  if (!document.fullscreenEnabled && video.webkitEnterFullscreen) {
    // What has no picture yet has none to be shown.
    if (video.readyState > HTMLMediaElement.HAVE_NOTHING) video.webkitEnterFullscreen();
    return;
  }
  full.set(true);
  if (!document.fullscreenEnabled) return;
  isAsking = true;
  // The whole page and not the picture alone: messages, menus and dialogs are seen over it, too.
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).then(
    () => {
      isAsking = false;
      // Left meanwhile.
      if (!full.get()) exit();
    },
    (error: unknown) => {
      isAsking = false;
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

/** Leaves it when the browser does, the page changes, or no video is in the player any more. Returns what stops that. */
export function watchFullScreen(): () => void {
  const onChange = () => {
    // That it was left before may be told after it was asked for again.
    if (!isAsking && document.fullscreenElement === null) full.set(false);
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
