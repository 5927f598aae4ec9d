import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { LONG_FROM, placeWithin } from '@scoville/contract/catalogue/player/player.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { readClock, timeText } from '../clock.ts';
import { playerElement, trackTime } from '../player-element.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { isListenersQueue } from '../queue/queue-owner.ts';
import { movePositions, readPosition, sendPositions } from './account-positions.ts';
import { EDGE, changePositions, recordPosition, loadPositions } from './position-list.ts';

/** Seconds between two saves in this browser during playback. */
const SAVE_EVERY = 5;
/**
 * Milliseconds between two saves in the account, which are also sent on pauses, at the end and when a track is left.
 */
const SEND_EVERY = 60_000;
/** Milliseconds for which a response of the account counts as current. */
const KNOWN_FOR = 60_000;

/** The current listener: an account's id, null for a visitor, undefined while unknown. */
let listener: string | null | undefined;
let resolveListener = () => {};
const listenerKnown = new Promise<void>((resolve) => (resolveListener = resolve));

/** Sets the current listener. A visitor's positions are assigned to the account that signed in. */
export function setListener(account: string | null): void {
  listener = account;
  resolveListener();
  if (account !== null) movePositions(account);
}

const isLong = ({ length }: MediaSummary): boolean => length !== null && length > LONG_FROM;

/** A request for an account's position before playback. */
interface PositionRequest {
  /** The id of the song or video. */
  id: string;
  of: string;
  /** When the request was sent (milliseconds since 1970). */
  on: number;
  answer: Promise<boolean>;
  /** Null until the request is completed. */
  isAnswered: boolean | null;
}
/** The last request. */
let lastRequest: PositionRequest | null = null;

/** The recent request for the account's position in this song or video. */
const recentRequest = ({ id }: MediaSummary): PositionRequest | null =>
  lastRequest?.id === id && lastRequest.of === listener && Date.now() - lastRequest.on < KNOWN_FOR ? lastRequest : null;

/**
 * Loads ahead the position where the account left the next song or video, so that it starts without a silence.
 */
export function preloadPosition(media: MediaSummary): void {
  if (!listener || !isLong(media) || recentRequest(media) !== null) return;
  const answer = readPosition(media.id, listener);
  const request: PositionRequest = { id: media.id, of: listener, on: Date.now(), answer, isAnswered: null };
  lastRequest = request;
  void answer.then((isAnswered) => {
    request.isAnswered = isAnswered;
  });
}

/**
 * The position at which a song or video starts: where its listener left it, which a message announces, or its
 * beginning. A position that was not loaded ahead is loaded from the account first.
 */
export function startPosition(media: MediaSummary): number | Promise<number> {
  if (!isLong(media)) return 0;
  return listener === null || recentRequest(media)?.isAnswered ? resumePosition(media) : loadStartPosition(media);
}

async function loadStartPosition(media: MediaSummary): Promise<number> {
  await listenerKnown;
  const request = recentRequest(media);
  if (request?.isAnswered === null) await request.answer;
  else if (listener) await readPosition(media.id, listener);
  return resumePosition(media);
}

function resumePosition(media: MediaSummary): number {
  const left = loadPositions().find(({ id, of }) => id === media.id && of === listener)?.at ?? 0;
  const at = placeWithin(left, media.length, EDGE);
  if (at > 0) toast('info', `Resuming at ${timeText(at)}, where you left off. Press Previous to start over.`);
  return at;
}

/** Saves the positions of long media during playback: in this browser, and at intervals in the listener's account. */
export function rememberPositions(): void {
  const element = playerElement();
  let saved = { id: '', at: 0 };
  let sentOn = 0;
  const send = (keepalive = false) => {
    if (!listener) return;
    sentOn = Date.now();
    sendPositions(listener, keepalive);
  };
  const save = (isStop: boolean, keepalive = false) => {
    const track = currentTrack(playerState());
    if (track === null || !isLong(track) || listener === undefined) return;
    // The queue is still another account's. The current listener may have left this track at another position.
    if (!isListenersQueue()) return;
    // A track that was loaded but not yet heard may still be on its way to its position.
    if (!element.hasAttribute('src') || element.played.length === 0) return;
    const [id, of, at] = [track.id, listener, trackTime()];
    if (saved.id !== id || Math.abs(at - saved.at) >= (isStop ? 0.1 : SAVE_EVERY)) {
      saved = { id, at };
      const { duration } = readClock();
      changePositions((places) => recordPosition(places, { id, at, duration, on: Date.now(), of }));
    }
    if (isStop || Date.now() - sentOn > SEND_EVERY) send(keepalive);
  };
  // Capture: runs before the engine's listeners handle the end and unload the track.
  for (const name of ['timeupdate', 'seeked', 'pause', 'ended'])
    element.addEventListener(name, () => save(name === 'pause' || element.ended), { capture: true });
  // Another track, or none, is being loaded, so the current one was left.
  element.addEventListener('emptied', () => send());
  addEventListener('pagehide', () => save(true, true));
}
