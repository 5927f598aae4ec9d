import type { Place } from '@scoville/contract/recommendations.ts';
import type { Origin, StatTitle } from '@scoville/contract/listening-events.ts';

/** What is counted: what callers tell of, and that a media was seen where it is recommended. */
type EventTitle = StatTitle | 'show-media';

/** Something that a caller said has happened, and that is not counted yet. */
export interface StatEvent {
  title: EventTitle;
  mediaId: string | null;
  musicianId: string | null;
  userId: string | null;
  visitor: string;
  /** The caller's network as that day's hash; empty for an account. */
  network: string;
  /** Where a play was begun, or a media was seen, as the caller says. */
  origin: Origin | Place | null;
  /** Which parts of a media were heard, as the caller says; null of everything but `heard-media`. */
  heard: number[] | null;
  at: Date;
}

/** What the file server sent of a media to a browser. */
export interface Delivered {
  visitor: string;
  mediaId: string;
  /** Seconds; null while it is not known. */
  length: number | null;
  bytes: number;
  /** Bytes of the smallest way to play the whole media; 0 where there is none. */
  smallest: number;
  firstAt: Date;
  /** The last play of this browser that counted. */
  countedAt: Date | null;
}

/** How often somebody raised a counter on a day (`2026-11-21`), and when last, on that day or before. */
export interface Tally {
  who: string;
  title: EventTitle;
  /** A media, a musician, or everything together. */
  subject: string;
  day: string;
  n: number;
  lastAt: Date;
}

/** What one household or one account can count in a day. */
export interface DailyMaximum {
  /** Of one kind, of one media or musician. */
  ofOne: number;
  /** Plays of everything. */
  plays: number;
}

const ALL = 'all';
/** The share of a media that a listener hears and is sent before it is a play. */
const SHARE = 0.05;
/** Milliseconds by which clocks and players may differ. */
const SLACK = 500;
/** Milliseconds between two plays of a media by one listener, however short it is. */
const MIN_REPEAT_INTERVAL = 30_000;

export const deliveryKey = (one: { visitor: string; mediaId: string | null }): string =>
  `${one.visitor} ${one.mediaId}`;
export const tallyKey = (one: Pick<Tally, 'who' | 'title' | 'subject'>): string =>
  `${one.who} ${one.title} ${one.subject}`;
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const subjectOf = (event: StatEvent): string => event.mediaId ?? event.musicianId ?? '';

/** One listener: an account, wherever it is signed in, or a browser without one. */
export const listenerOf = ({ userId, visitor }: StatEvent): string =>
  userId === null ? `browser ${visitor}` : `account ${userId}`;
/** Who has a measure for the day: an account, or everybody without one in a network. */
const householdOf = ({ userId, network }: StatEvent): string =>
  userId === null ? `network ${network}` : `account ${userId}`;

/** Everything that is asked before an event may count, and written when it does. */
const tallyKeysOf = (event: StatEvent): Pick<Tally, 'who' | 'title' | 'subject'>[] => {
  const subjects = event.title === 'play-media' ? [subjectOf(event), ALL] : [subjectOf(event)];
  const people = [...new Set([listenerOf(event), householdOf(event)])];
  return people.flatMap((who) => subjects.map((subject) => ({ who, title: event.title, subject })));
};

/** Everything that is asked before an event may count: what is written with it, and the play that it is about. */
export const askedKeysOf = (event: StatEvent): Pick<Tally, 'who' | 'title' | 'subject'>[] =>
  event.title === 'heard-media' ? [...tallyKeysOf(event), playKeyOf(event)] : tallyKeysOf(event);

const playKeyOf = (event: StatEvent) =>
  ({ who: listenerOf(event), title: 'play-media', subject: subjectOf(event) }) as const;

export interface Known {
  deliveries: Map<string, Delivered>;
  tallies: Map<string, Tally>;
}

/**
 * The events that count, in their order, and what `known` has to be written with. A play takes the bytes and the time
 * of 5 percent of the media, and the time of half of it before the next one; a listener hears one media at a time.
 * What was heard counts after a play that did. Everything else counts once a day for a listener. Nobody's household or account counts more than its measure.
 * @param known is brought up to date as events count
 * @param bytesSeen false where another program sends the files, and their bytes are not known here
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

/** What was heard belongs to a play of that day or of the one before, which counted. */
const wasPlayed = (event: StatEvent, { tallies }: Known): boolean => {
  const last = tallies.get(tallyKey(playKeyOf(event)))?.lastAt;
  return last !== undefined && event.at.getTime() - last.getTime() < 86_400_000;
};

function isWithinMaximum(event: StatEvent, { tallies }: Known, most: DailyMaximum): boolean {
  const taken = (subject: string) =>
    onDay(tallies.get(tallyKey({ who: householdOf(event), title: event.title, subject })), event.at);
  // Only of plays is there a tally of everything.
  return taken(subjectOf(event)) < most.ofOne && taken(ALL) < most.plays;
}

/** What a tally says of the day of a moment; events of yesterday that come late are of today. */
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
