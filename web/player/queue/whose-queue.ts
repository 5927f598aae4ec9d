import { currentTrack } from '../player-state.ts';
import { dispatch, playerState, whenReady } from '../player.ts';
import { fetchMedia } from '../refresh-media-urls.ts';
import { keep, kept } from '../settings/kept.ts';
import { keepMarksOf } from './recommended.ts';

/** Who listened last in this tab, and was asked for: an account's id, or nothing for a visitor. */
const KEY = 'player-listener';
/** Milliseconds until a track of which nobody knows whether it may be seen is asked for again. */
const AGAIN_AFTER = 10_000;

/** Who listens: an account's id, null for a visitor; undefined as long as nobody knows. */
let listener: string | null | undefined;
/** Whose the queue was when the listener became another one: nobody's in particular if a visitor's, who may sign in. */
let owner: string | null = null;
/** What had been done by then: more was done by who listens now. */
let actionsOfOwner = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/** Is the queue that of who listens now? It is not while it only goes on, or waits, as another account left it. */
export const isListenersQueue = (): boolean =>
  owner === null || owner === listener || playerState().actions !== actionsOfOwner;

/**
 * Says who listens from now on. What plays goes on; but of a queue that came to be as somebody else's, be it before a
 * reload, nothing is known any more but what the server says to the new listener, who may not see all of it.
 */
export function handQueueTo(account: string | null): void {
  whenReady(() => {
    if (account === listener) return;
    const former = listener === undefined ? kept('sessionStorage', KEY) : (listener ?? '');
    const { actions } = playerState();
    if (listener === undefined) owner = former || null;
    else if (actions !== actionsOfOwner) [owner, actionsOfOwner] = [listener, actions];
    listener = account;
    if (former === (account ?? '')) return;
    // In a new tab somebody was faster than we knew who it is: there is nobody else's.
    if (former === null && actions > 0) return keep('sessionStorage', KEY, account ?? '');
    // A visitor's are of what was played here, perhaps by who signs in now.
    if (former) keepMarksOf([]);
    dispatch({ type: 'forget' });
    askForCurrent();
  });
}

/** Asks whether the new listener may have the track that is in the player. All others are read as after a reload. */
function askForCurrent(): void {
  clearTimeout(again);
  const asker = listener;
  const remember = () => keep('sessionStorage', KEY, asker ?? '');
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
      if (asker === listener) again = setTimeout(askForCurrent, AGAIN_AFTER);
    },
  );
}
