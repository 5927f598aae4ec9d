import { clearPlayer, savePlayer } from '@scoville/contract/catalogue/player/player.ts';
import { call } from '../../../platform/lib/call.ts';
import { isToSound } from '../actions.ts';
import { readClock } from '../clock.ts';
import { currentTrack } from '../player-state.ts';
import { onPlayerChange, playerState } from '../player.ts';
import { deviceName } from './device-name.ts';
import { hasSameTracks, isSavedAlike, partToSave } from './saved-queue.ts';
import { isListenersQueue } from './queue-owner.ts';

/** Milliseconds that a change waits for further changes, so that dragging a row causes one write. */
const SETTLE = 3000;
/** Milliseconds between two writes of the position in a long track. */
const EVERY = 60_000;

/**
 * Saves the player for the account's other devices: soon after the queue or track changed or playback paused, each
 * minute during playback, and when the page is left. A closed player is forgotten. A queue that a reload restored or
 * another account left is not saved until it is played or changed, because another device may be further ahead. Returns
 * a function that stops this.
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
    const { queue, index } = partToSave(state);
    const ids = queue.map(({ id }) => id);
    const shuffle = state.shuffle && { ...state.shuffle, ids: state.shuffle.ids.filter((id) => ids.includes(id)) };
    const body = { device: deviceName(), ids, index, at, repeat: state.repeat, shuffle };
    call(savePlayer, { body, keepalive }).catch((error: unknown) =>
      console.warn('The player could not be kept for other devices.', error),
    );
  };
  const isAlike = () => isSavedAlike(written, playerState()) && written.status === playerState().status;
  const onChange = () => {
    const now = playerState();
    // If the closed queue still belongs to the account that was signed in before, nothing is deleted: the saved player
    // of the current account is from its other devices.
    if (currentTrack(now) === null) return isListenersQueue() ? clearPlayerState() : undefined;
    // Loading more data of the tracks does not count as a change of the queue.
    if (now.queue !== written.queue && hasSameTracks(now, written)) written = { ...written, queue: now.queue };
    if (isAlike()) return;
    if (isOurs()) waiting ??= setTimeout(write, SETTLE);
  };
  if (sounded) waiting = setTimeout(write, SETTLE);
  const stop = onPlayerChange(onChange);
  const timer = setInterval(write, EVERY);
  const onHide = () => write(true);
  addEventListener('pagehide', onHide);
  // A phone may end a hidden page without further events.
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

/** Deletes the account's saved player, so that no device offers to continue it. */
export const clearPlayerState = (): void =>
  void call(clearPlayer, {}).catch((error: unknown) => console.warn('The player could not be forgotten.', error));
