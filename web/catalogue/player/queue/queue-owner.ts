import { currentTrack } from '../player-state.ts';
import { dispatch, playerState, whenReady } from '../player.ts';
import { fetchMedia } from '../refresh-file-urls.ts';
import { writeStored, readStored } from '../settings/browser-storage.ts';
import { keepMarksOf } from './recommended.ts';

/**
 * Session storage key of the listener whose permissions were checked last in this tab: an account's id, or '' for a
 * visitor.
 */
const KEY = 'player-listener';
/** Milliseconds until the track's permissions are checked again after a failed request. */
const AGAIN_AFTER = 10_000;

/** The current listener: an account's id, null for a visitor, undefined while unknown. */
let listener: string | null | undefined;
/**
 * The owner of the queue at the last change of the listener; null for a visitor's queue, because the visitor may sign
 * in.
 */
let owner: string | null = null;
/** The number of actions at that change. Once it is higher, the current listener has made the queue their own. */
let actionsOfOwner = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether the queue belongs to the current listener. It does not while it only plays on, or waits, as another account
 * left it.
 */
export const isListenersQueue = (): boolean =>
  owner === null || owner === listener || playerState().actions !== actionsOfOwner;

/**
 * Sets the current listener. The current track plays on. If the queue was another listener's, even before a reload, the
 * data of all other tracks is dropped and loaded again for the new listener, who may not be allowed to see all of them.
 */
export function handQueueTo(account: string | null): void {
  whenReady(() => {
    if (account === listener) return;
    const former = listener === undefined ? readStored('sessionStorage', KEY) : (listener ?? '');
    const { actions } = playerState();
    if (listener === undefined) owner = former || null;
    else if (actions !== actionsOfOwner) [owner, actionsOfOwner] = [listener, actions];
    listener = account;
    if (former === (account ?? '')) return;
    // In a new tab, playback began before the listener was known, so there is no previous listener.
    if (former === null && actions > 0) return writeStored('sessionStorage', KEY, account ?? '');
    // A visitor's marks are kept, because they may belong to the account that signs in now.
    if (former) keepMarksOf([]);
    dispatch({ type: 'forget' });
    checkCurrentTrack();
  });
}

/** Checks whether the new listener may play the current track. All other tracks are loaded like after a reload. */
function checkCurrentTrack(): void {
  clearTimeout(again);
  const asker = listener;
  const remember = () => writeStored('sessionStorage', KEY, asker ?? '');
  const track = currentTrack(playerState());
  if (track === null) return remember();
  fetchMedia(track.id).then(
    (media) => {
      if (asker !== listener) return;
      if (media === null) dispatch({ type: 'withdrawn', id: track.id });
      remember();
    },
    (error: unknown) => {
      console.warn('The track in the player could not be asked for.', error);
      if (asker === listener) again = setTimeout(checkCurrentTrack, AGAIN_AFTER);
    },
  );
}
