import { forgetPlayer, keepPlayer } from '@scoville/contract/player.ts';
import { call } from '../../lib/call.ts';
import { isToSound } from '../actions.ts';
import { readClock } from '../clock.ts';
import { currentTrack } from '../player-state.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { deviceName } from './device.ts';
import { hasSameTracks, isSavedAlike, savedPart } from './saved-queue.ts';
import { isListenersQueue } from './whose-queue.ts';

/** Milliseconds that changes wait for others, so that a row that is dragged about is one write. */
const SETTLE = 3000;
/** Milliseconds between two writes of the place in a long track. */
const EVERY = 60_000;

/**
 * Keeps the player for the account's other devices: soon after queue or track changed or it paused, each minute while it
 * plays, and when the page goes away; a player that is closed is forgotten. What a reload brought back, or another account
 * left, and nobody has played or changed since, is not written: another device may be further. Returns what stops it.
 */
export function savePlayerState(): () => void {
  let written = playerState();
  let at = readClock().position;
  let waiting: ReturnType<typeof setTimeout> | null = null;
  const { actions } = written;
  const sounded = isToSound(written);
  const isOurs = () => isListenersQueue() && (sounded || playerState().actions !== actions);

  const write = (keepalive = false) => {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
    const state = playerState();
    if (!isOurs() || currentTrack(state) === null) return;
    const position = Math.max(0, readClock().position);
    if (isAlike() && position === at) return;
    written = state;
    at = position;
    const { queue, index } = savedPart(state);
    const ids = queue.map(({ id }) => id);
    const shuffle = state.shuffle && { ...state.shuffle, ids: state.shuffle.ids.filter((id) => ids.includes(id)) };
    const body = { device: deviceName(), ids, index, at, repeat: state.repeat, shuffle };
    call(keepPlayer, { body, keepalive }).catch((error: unknown) =>
      console.warn('The player could not be kept for other devices.', error),
    );
  };
  const isAlike = () => isSavedAlike(written, playerState()) && written.status === playerState().status;
  const onChange = () => {
    const now = playerState();
    // What another account left is closed without a word of what this one had at its other devices.
    if (currentTrack(now) === null) return isListenersQueue() ? clearPlayerState() : undefined;
    // That more is known of its tracks is no change of a queue.
    if (now.queue !== written.queue && hasSameTracks(now, written)) written = { ...written, queue: now.queue };
    if (isAlike()) return;
    if (isOurs()) waiting ??= setTimeout(write, SETTLE);
  };
  if (sounded) waiting = setTimeout(write, SETTLE);
  const stop = onPlayerChange(onChange);
  const timer = setInterval(write, EVERY);
  const onHide = () => write(true);
  addEventListener('pagehide', onHide);
  // A phone may end a page that is out of sight without a word.
  const onSight = () => document.visibilityState === 'hidden' && write(true);
  addEventListener('visibilitychange', onSight);
  return () => {
    stop();
    clearInterval(timer);
    if (waiting !== null) clearTimeout(waiting);
    removeEventListener('pagehide', onHide);
    removeEventListener('visibilitychange', onSight);
  };
}

/** Nothing is to go on anywhere. */
export const clearPlayerState = (): void =>
  void call(forgetPlayer, {}).catch((error: unknown) => console.warn('The player could not be forgotten.', error));
