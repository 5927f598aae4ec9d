import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import ical, { ICalCalendarMethod, type ICalLocation } from 'ical-generator';
import type { PerformanceRow } from './performances.queries.ts';

/** Duration in hours of a show in a calendar, because shows are stored without one. */
const HOURS = 2;
/** Hours after which a calendar may refresh. */
const FRESH = 6;

/** Maximum number of characters of a show's notes; the profile shows all of them. */
const MAX_NOTES = 300;
/** Maximum number of bytes of all texts in a calendar. Long texts can leave no room for the last shows. */
const MAX_WORDS = 240_000;

/** Kept, because creating a formatter takes longer than using it. */
const CLOCK = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

interface Musician {
  displayName: string;
  /** The address of the profile. */
  url: string;
  /**
   * Makes the UIDs of shows unique (RFC 5545, 3.8.4.7). It must never change, or calendars would show everything twice.
   */
  host: string;
}

/** Escapes a text as RFC 5545 (3.3.11) requires. The library escapes events, but not the name of a calendar. */
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/**
 * Writes shows as a calendar (RFC 5545). Times are in UTC, which calendars convert to their owner's time zone; the
 * venue's own time is in the description.
 * @param rows most important first; those without room are left out
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

/** The first of these shows that fit into one calendar, by start. */
function fitting({ displayName, url }: Omit<Musician, 'host'>, rows: readonly PerformanceRow[]): PerformanceRow[] {
  let bytes = 0;
  return rows
    .filter((row) => {
      // A place with coordinates is written twice, and a URL is written besides the description.
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

/** Venue and town, with the coordinates if they are known. */
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
