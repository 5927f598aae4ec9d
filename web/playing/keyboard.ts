import { readClock } from '../player/clock.ts';
import { seekTo } from '../player/place-track.ts';
import { TYPING, playerKeysOn } from './key-choice.ts';
import { isFullScreen, toggleFullScreen } from '../player/full-screen/full-screen.ts';
import { dispatch, playerState } from '../player/player.ts';
import { stepSpeed } from '../player/settings/speed.ts';
import { stepVolume, toggleMute } from '../player/settings/volume.ts';
import { toggleCaptions } from '../timed-text/captions-choice.ts';

const STEP = 5;
const LEAP = 10;
/** What has all keys for itself: text, and a player with the browser's own controls (that of a private link). */
const USES_ALL = `${TYPING}, audio[controls], video[controls]`;
/** What has some keys for itself. */
const USES_SPACE = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="tab"], [role="option"]';
const USES_ARROWS = `${USES_SPACE}, [role="slider"], [type="range"], [role="menu"], [role="tablist"], [role="listbox"]`;

interface PlayerKey {
  /** As events name it. */
  key: string;
  /** What has the key for itself where it has the focus. */
  yieldsTo?: string;
  /** Else the page has it. */
  when?: () => boolean;
  act: (position: number) => void;
}

interface PlayerKeys {
  /** What they do, for the list of all keys. */
  text: string;
  keys: readonly PlayerKey[];
}

const toggle = () => dispatch({ type: 'toggle' });
const seekBy = (seconds: number) => (position: number) => seekTo(position + seconds);

/** Every key that works the player from the whole page. */
export const PLAYER_KEYS: readonly PlayerKeys[] = [
  {
    text: 'Play or pause',
    keys: [
      { key: ' ', yieldsTo: USES_SPACE, act: toggle },
      { key: 'k', act: toggle },
    ],
  },
  {
    text: `Back or forward ${STEP} seconds`,
    keys: [
      { key: 'ArrowLeft', yieldsTo: USES_ARROWS, act: seekBy(-STEP) },
      { key: 'ArrowRight', yieldsTo: USES_ARROWS, act: seekBy(STEP) },
    ],
  },
  {
    text: `Back or forward ${LEAP} seconds`,
    keys: [
      { key: 'j', act: seekBy(-LEAP) },
      { key: 'l', act: seekBy(LEAP) },
    ],
  },
  { text: 'Next', keys: [{ key: 'n', act: () => dispatch({ type: 'next' }) }] },
  {
    text: 'Previous, or start over',
    keys: [{ key: 'p', act: (position) => dispatch({ type: 'previous', position }) }],
  },
  {
    text: 'Slower or faster',
    keys: [
      { key: '<', act: () => stepSpeed(-1) },
      { key: '>', act: () => stepSpeed(1) },
    ],
  },
  { text: 'Mute or unmute', keys: [{ key: 'm', act: toggleMute }] },
  {
    text: 'Quieter or louder',
    keys: [
      { key: '-', act: () => stepVolume(-1) },
      { key: '+', act: () => stepVolume(1) },
    ],
  },
  {
    // Elsewhere they scroll.
    text: 'The same in full screen',
    keys: [
      { key: 'ArrowDown', yieldsTo: USES_ARROWS, when: isFullScreen, act: () => stepVolume(-1) },
      { key: 'ArrowUp', yieldsTo: USES_ARROWS, when: isFullScreen, act: () => stepVolume(1) },
    ],
  },
  { text: 'Full screen on or off, for a video', keys: [{ key: 'f', act: toggleFullScreen }] },
  { text: 'Captions on or off', keys: [{ key: 'c', act: toggleCaptions }] },
  {
    text: 'Expand or collapse the player',
    keys: [{ key: 'e', act: () => dispatch({ type: 'display', open: !playerState().display }) }],
  },
];

const BY_KEY = new Map(PLAYER_KEYS.flatMap(({ keys }) => keys).map((one) => [one.key, one]));

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * The keys of the player work everywhere but where somebody types, at the browser's own controls of another sound, and in a
 * dialog other than the player's own. Anyone disturbed by them can switch them off. Returns what stops it.
 */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!playerKeysOn()) return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // Also when a click inside of the dialog has left the focus to the page.
    if (within(event.target, USES_ALL) || document.querySelector('dialog:modal:not([data-player])')) return;
    const pressed = BY_KEY.get(event.key);
    if (
      !pressed ||
      pressed.when?.() === false ||
      (pressed.yieldsTo !== undefined && within(event.target, pressed.yieldsTo))
    )
      return;
    event.preventDefault();
    pressed.act(readClock().position);
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
