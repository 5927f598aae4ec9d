import type { MediaSummary } from '@scoville/contract/media.ts';
import { LONG_FROM, placeWithin } from '@scoville/contract/player.ts';
import { toast } from '../../ui/toasts.ts';
import { readClock, timeText } from '../clock.ts';
import { mediaElement, trackTime } from '../media-element.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { isListenersQueue } from '../queue/whose-queue.ts';
import { movePositions, readPosition, sendPositions } from './account-positions.ts';
import { EDGE, changePositions, positionsAfter, savedPositions } from './position-list.ts';

/** Seconds between two savings in this browser while it plays. */
const SAVE_EVERY = 5;
/** Milliseconds between two of them in the account; it also learns of pauses, of ends and of what is left. */
const SEND_EVERY = 60_000;
/** Milliseconds for which an answer of the account is taken for what it would say now. */
const KNOWN_FOR = 60_000;

/** Who listens: an account's id, null for a visitor; undefined as long as nobody knows. */
let listener: string | null | undefined;
let known = () => {};
const isKnown = new Promise<void>((resolve) => (known = resolve));

/** Says who listens from now on. What a visitor left goes to the account that signed in. */
export function listensAs(account: string | null): void {
  listener = account;
  known();
  if (account !== null) movePositions(account);
}

const isLong = ({ length }: MediaSummary): boolean => length !== null && length > LONG_FROM;

/** A question to an account ahead of a play. */
interface Asked {
  /** The media's. */
  id: string;
  of: string;
  /** When it was asked (milliseconds since 1970). */
  on: number;
  answer: Promise<boolean>;
  /** Null until that is clear. */
  isAnswered: boolean | null;
}
/** The last one. */
let ahead: Asked | null = null;

/** What the account was asked a moment ago about this media. */
const askedAhead = ({ id }: MediaSummary): Asked | null =>
  ahead?.id === id && ahead.of === listener && Date.now() - ahead.on < KNOWN_FOR ? ahead : null;

/** Asks an account ahead where it left the media that comes next: known when it begins, it follows without a silence. */
export function askPosition(media: MediaSummary): void {
  if (!listener || !isLong(media) || askedAhead(media) !== null) return;
  const answer = readPosition(media.id, listener);
  const asked: Asked = { id: media.id, of: listener, on: Date.now(), answer, isAnswered: null };
  ahead = asked;
  void answer.then((isAnswered) => {
    asked.isAnswered = isAnswered;
  });
}

/**
 * Where a media begins to play: where its listener left it, said in words, or at its beginning. An account that was not
 * asked ahead is asked first.
 */
export function placeOf(media: MediaSummary): number | Promise<number> {
  if (!isLong(media)) return 0;
  return listener === null || askedAhead(media)?.isAnswered ? positionHere(media) : askedPosition(media);
}

async function askedPosition(media: MediaSummary): Promise<number> {
  await isKnown;
  const asked = askedAhead(media);
  if (asked?.isAnswered === null) await asked.answer;
  else if (listener) await readPosition(media.id, listener);
  return positionHere(media);
}

function positionHere(media: MediaSummary): number {
  const left = savedPositions().find(({ id, of }) => id === media.id && of === listener)?.at ?? 0;
  const at = placeWithin(left, media.length, EDGE);
  if (at > 0) toast('info', `Resuming at ${timeText(at)}, where you left off. Press Previous to start over.`);
  return at;
}

/** Keeps the places of long media while they play: in this browser, and now and then in the listener's account. */
export function rememberPositions(): void {
  const element = mediaElement();
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
    // It only plays on from the time of another account: whoever listens now may have left it elsewhere.
    if (!isListenersQueue()) return;
    // What is loaded and was not heard yet may still be on its way to its place.
    if (!element.hasAttribute('src') || element.played.length === 0) return;
    const [id, of, at] = [track.id, listener, trackTime()];
    if (saved.id !== id || Math.abs(at - saved.at) >= (isStop ? 0.1 : SAVE_EVERY)) {
      saved = { id, at };
      const { duration } = readClock();
      changePositions((places) => positionsAfter(places, { id, at, duration, on: Date.now(), of }));
    }
    if (isStop || Date.now() - sentOn > SEND_EVERY) send(keepalive);
  };
  // Before the engine hears of the end, and unloads it.
  for (const name of ['timeupdate', 'seeked', 'pause', 'ended'])
    element.addEventListener(name, () => save(name === 'pause' || element.ended), { capture: true });
  // Another track, or none, is loaded: this one was left.
  element.addEventListener('emptied', () => send());
  addEventListener('pagehide', () => save(true, true));
}
