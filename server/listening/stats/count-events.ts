import type { Place } from '@scoville/contract/listening/discovery/recommendations.ts';
import type { Origin, StatTitle } from '@scoville/contract/catalogue/player/listening-events.ts';

/** The events that can count: those that clients report, and that a recommended media item was shown. */
type EventTitle = StatTitle | 'show-media';

/** An event that a client reported and that is not counted yet. */
export interface StatEvent {
  title: EventTitle;
  mediaId: string | null;
  musicianId: string | null;
  userId: string | null;
  visitor: string;
  /** The caller's network as that day's hash; empty for an account. */
  network: string;
  /** Where a play was started or a media item was shown, as reported by the client. */
  origin: Origin | Place | null;
  /** The parts of a media item that were heard, as reported by the client; null except for `heard-media`. */
  heard: number[] | null;
  at: Date;
}

/** The bytes of a media item that the file server sent to a browser. */
export interface Delivered {
  visitor: string;
  mediaId: string;
  /** Seconds; null while it is not known. */
  length: number | null;
  bytes: number;
  /** Bytes of the smallest rendition with the whole item; 0 if it has no renditions. */
  smallest: number;
  firstAt: Date;
  /** Time of this browser's last play that counted. */
  countedAt: Date | null;
}

/**
 * How often a listener or household raised a counter on a day (`2026-11-21`), and when it last did so, on that day or
 * before.
 */
export interface Tally {
  who: string;
  title: EventTitle;
  /** A media item, a musician, or everything together. */
  subject: string;
  day: string;
  n: number;
  lastAt: Date;
}

/** The most that one household or one account can count in a day. */
export interface DailyMaximum {
  /** Events of one kind about one media item or musician. */
  ofOne: number;
  /** Plays of all media together. */
  plays: number;
}

const ALL = 'all';
/** The share of a media item that must be sent and played before a play counts. */
const SHARE = 0.05;
/** Milliseconds by which the clocks of servers and players may differ. */
const SLACK = 500;
/** Minimum milliseconds between two counted plays of a media item by one listener, however short the item is. */
const MIN_REPEAT_INTERVAL = 30_000;

export const deliveryKey = (one: { visitor: string; mediaId: string | null }): string =>
  `${one.visitor} ${one.mediaId}`;
export const tallyKey = (one: Pick<Tally, 'who' | 'title' | 'subject'>): string =>
  `${one.who} ${one.title} ${one.subject}`;
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const subjectOf = (event: StatEvent): string => event.mediaId ?? event.musicianId ?? '';

/** A listener: an account, in whichever browsers, or a browser without one. */
export const listenerOf = ({ userId, visitor }: StatEvent): string =>
  userId === null ? `browser ${visitor}` : `account ${userId}`;
/** The unit that has a daily maximum: an account, or all browsers without an account in one network. */
const householdOf = ({ userId, network }: StatEvent): string =>
  userId === null ? `network ${network}` : `account ${userId}`;

/** The tallies that are checked before an event counts, and raised when it does. */
const tallyKeysOf = (event: StatEvent): Pick<Tally, 'who' | 'title' | 'subject'>[] => {
  const subjects = event.title === 'play-media' ? [subjectOf(event), ALL] : [subjectOf(event)];
  const people = [...new Set([listenerOf(event), householdOf(event)])];
  return people.flatMap((who) => subjects.map((subject) => ({ who, title: event.title, subject })));
};

/** The tallies that are read before an event may count: those that it raises, and the play that it belongs to. */
export const tallyKeysToRead = (event: StatEvent): Pick<Tally, 'who' | 'title' | 'subject'>[] =>
  event.title === 'heard-media' ? [...tallyKeysOf(event), playKeyOf(event)] : tallyKeysOf(event);

const playKeyOf = (event: StatEvent) =>
  ({ who: listenerOf(event), title: 'play-media', subject: subjectOf(event) }) as const;

export interface Known {
  deliveries: Map<string, Delivered>;
  tallies: Map<string, Tally>;
}

/**
 * Returns the events that count, in their order, and the changed tallies and deliveries that must be written. A play
 * counts once 5 percent of the item were sent and that much time has passed; the next play of the item counts after
 * half of its length. A listener can only hear one item at a time. Listening progress counts only within a day after a
 * counted play. All other events count once a day per listener. No household or account counts beyond its daily
 * maximum.
 * @param known is updated as events count
 * @param bytesSeen false if another program sends the files, because then this process can't count the sent bytes
 */
export function countEvents(
  events: readonly StatEvent[],
  known: Known,
  { most, bytesSeen }: { most: DailyMaximum; bytesSeen: boolean },
): { counted: StatEvent[]; deliveries: Delivered[]; tallies: Tally[] } {
  const counted: StatEvent[] = [];
  const changed = { deliveries: new Set<Delivered>(), tallies: new Set<Tally>() };
  for (const event of events) {
    const isPlay = event.title === 'play-media';
    const delivery = isPlay ? known.deliveries.get(deliveryKey(event)) : undefined;
    if (isPlay ? !isListened(event, delivery, known, bytesSeen) : isRepeated(event, known)) continue;
    if (event.title === 'heard-media' && !wasPlayed(event, known)) continue;
    if (!isWithinMaximum(event, known, most)) continue;
    counted.push(event);
    if (delivery) {
      delivery.countedAt = event.at;
      changed.deliveries.add(delivery);
    }
    for (const key of tallyKeysOf(event)) changed.tallies.add(addTo(known.tallies, key, event.at));
  }
  return { counted, deliveries: [...changed.deliveries], tallies: [...changed.tallies] };
}

function isListened(
  event: StatEvent,
  delivery: Delivered | undefined,
  { tallies }: Known,
  bytesSeen: boolean,
): boolean {
  if (delivery === undefined) return false;
  if (delivery.bytes < Math.max(1, bytesSeen ? delivery.smallest * SHARE : 0)) return false;
  const at = event.at.getTime();
  const length = (delivery.length ?? 0) * 1000;
  const listening = Math.max(0, length * SHARE - SLACK);
  const again = Math.max(MIN_REPEAT_INTERVAL, length / 2);
  const last = (subject: string) =>
    tallies.get(tallyKey({ who: listenerOf(event), title: event.title, subject }))?.lastAt.getTime() ?? -Infinity;
  return (
    at >= delivery.firstAt.getTime() + listening &&
    at >= (delivery.countedAt?.getTime() ?? -Infinity) + again &&
    at >= last(subjectOf(event)) + again &&
    at >= last(ALL) + listening
  );
}

const isRepeated = (event: StatEvent, { tallies }: Known): boolean =>
  onDay(tallies.get(tallyKey({ who: listenerOf(event), title: event.title, subject: subjectOf(event) })), event.at) > 0;

/** Listening progress must follow a counted play within a day. */
const wasPlayed = (event: StatEvent, { tallies }: Known): boolean => {
  const last = tallies.get(tallyKey(playKeyOf(event)))?.lastAt;
  return last !== undefined && event.at.getTime() - last.getTime() < 86_400_000;
};

function isWithinMaximum(event: StatEvent, { tallies }: Known, most: DailyMaximum): boolean {
  const taken = (subject: string) =>
    onDay(tallies.get(tallyKey({ who: householdOf(event), title: event.title, subject })), event.at);
  // Plays are the only events with a tally of all subjects together.
  return taken(subjectOf(event)) < most.ofOne && taken(ALL) < most.plays;
}

/** A tally's count on the day of a moment. A late event of an earlier day is counted on the tally's latest day. */
const onDay = (tally: Tally | undefined, at: Date): number =>
  tally === undefined || tally.day < dayOf(at) ? 0 : tally.n;

function addTo(tallies: Map<string, Tally>, key: Pick<Tally, 'who' | 'title' | 'subject'>, at: Date): Tally {
  const before = tallies.get(tallyKey(key));
  const tally = before ?? { ...key, day: dayOf(at), n: 0, lastAt: at };
  tally.n = onDay(before, at) + 1;
  if (tally.day < dayOf(at)) tally.day = dayOf(at);
  if (tally.lastAt < at) tally.lastAt = at;
  tallies.set(tallyKey(key), tally);
  return tally;
}
