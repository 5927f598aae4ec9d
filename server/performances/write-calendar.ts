import { shorten } from '@scoville/contract/shorten.ts';
import ical, { ICalCalendarMethod, type ICalLocation } from 'ical-generator';
import type { PerformanceRow } from './performances.queries.ts';

/** Hours that a show takes in somebody's calendar; nobody says how long one is. */
const HOURS = 2;
/** Hours after which a calendar may ask again. */
const FRESH = 6;

/** Characters of a show's notes; the profile has all of them. */
const MAX_NOTES = 300;
/** Bytes of all words in a calendar. Long texts can leave no room for the last shows. */
const MAX_WORDS = 240_000;

/** Making one takes longer than using it. */
const CLOCK = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

interface Musician {
  displayName: string;
  /** The address of the profile. */
  url: string;
  /** Makes the UIDs of shows unique (RFC 5545, 3.8.4.7). It must never change: calendars would show everything twice. */
  host: string;
}

/** A text as RFC 5545 (3.3.11) wants it: the library does it for all of an event, and for no name of a calendar. */
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/**
 * Shows as a calendar (RFC 5545). Times are written in UTC, which every calendar shows by its owner's clocks, and the
 * venue's own time stands in the words.
 * @param rows the ones that matter most first: what has no room is left out
 */
export function writeCalendar({ displayName, url, host }: Musician, rows: readonly PerformanceRow[]): string {
  const calendar = ical({
    name: escaped(`Shows of ${displayName}`),
    prodId: { company: 'Scoville', product: 'Shows', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    url,
    ttl: FRESH * 3600,
  });
  for (const row of fitting({ displayName, url }, rows))
    calendar.createEvent({
      id: `${row.id}@${host}`,
      start: row.starts_at,
      end: new Date(row.starts_at.getTime() + HOURS * 3_600_000),
      stamp: row.updated_at,
      lastModified: row.updated_at,
      summary: `${row.name} (${displayName})`,
      location: locationOf(row),
      description: wordsOf(row),
      url: row.ticket_link ?? url,
    });
  return calendar.toString();
}

/** The first of these shows that fit into one calendar, the earliest first. */
function fitting({ displayName, url }: Omit<Musician, 'host'>, rows: readonly PerformanceRow[]): PerformanceRow[] {
  let bytes = 0;
  return rows
    .filter((row) => {
      // A place with coordinates is written twice, and an address a second time beside the words.
      const words = [
        row.name,
        displayName,
        row.venue,
        row.town,
        row.venue,
        row.town,
        wordsOf(row),
        row.ticket_link ?? url,
      ];
      bytes += Buffer.byteLength(words.join(''));
      return bytes <= MAX_WORDS;
    })
    .toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
}

/** Venue and town, with the coordinates where they are known. */
function locationOf({ venue, town, latitude, longitude }: PerformanceRow): ICalLocation | string | null {
  const title = [venue, town].filter((part) => part !== '').join(', ');
  if (latitude === null || longitude === null) return title === '' ? null : title;
  const geo = { lat: latitude, lon: longitude };
  return title === '' ? { geo } : { title, geo };
}

function wordsOf(row: PerformanceRow): string {
  const clock = CLOCK.format(new Date(`${row.date}T${row.time}Z`));
  const notes = shorten(row.notes, MAX_NOTES);
  return [
    `${clock} at the venue (${row.time_zone}).`,
    row.is_free
      ? 'Admission is free.'
      : row.cost_cents === null
        ? ''
        : `Admission: $${(row.cost_cents / 100).toFixed(2)}.`,
    notes === row.notes ? notes : `${notes}…`,
    row.ticket_link === null ? '' : `Tickets: ${row.ticket_link}`,
    row.place_website === null ? '' : `Venue: ${row.place_website}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
