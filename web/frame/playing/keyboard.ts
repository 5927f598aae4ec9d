import { readClock } from '../../catalogue/player/clock.ts';
import { seekTo } from '../../catalogue/player/place-track.ts';
import { TYPING, arePlayerKeysOn } from './key-choice.ts';
import { isFullScreen, toggleFullScreen } from '../../catalogue/player/full-screen/full-screen.ts';
import { dispatch, playerState } from '../../catalogue/player/player.ts';
import { stepSpeed } from '../../catalogue/player/settings/speed.ts';
import { stepVolume, toggleMute } from '../../catalogue/player/settings/volume.ts';
import { toggleCaptions } from '../../catalogue/timed-text/captions-choice.ts';

const STEP = 5;
const LEAP = 10;
/** Elements that use all keys: text fields, and a player with the browser's own controls (on a private link's page). */
const USES_ALL = `${TYPING}, audio[controls], video[controls]`;
/** Elements that use some keys. */
const USES_SPACE = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="tab"], [role="option"]';
const USES_ARROWS = `${USES_SPACE}, [role="slider"], [type="range"], [role="menu"], [role="tablist"], [role="listbox"]`;

interface PlayerKey {
  /** The `key` of the event. */
  key: string;
  /** Selector of focused elements that use this key themselves. */
  yieldsTo?: string;
  /** Condition for the player to use the key; otherwise the page gets it. */
  when?: () => boolean;
  act: (position: number) => void;
}

interface PlayerKeys {
  /** Description of the keys, for the list of all keys. */
  text: string;
  keys: readonly PlayerKey[];
}

const toggle = () => dispatch({ type: 'toggle' });
const seekBy = (seconds: number) => (position: number) => seekTo(position + seconds);

/** All keys that control the player from anywhere on the page. */
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
    // The up and down arrows change the volume only in full screen; otherwise they scroll the page.
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
 * Lets the keys of the player work everywhere except in text fields, in players with the browser's own controls, and in
 * dialogs other than the player's. Listeners whom the keys disturb can switch them off. Returns a function that stops
 * this.
 */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!arePlayerKeysOn()) return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // Checks for a dialog as well, because a click inside a dialog may have moved the focus to the page.
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
