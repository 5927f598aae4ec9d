import type { Performance } from '@scoville/contract/community/performances.ts';
import { isUsState } from '@scoville/contract/platform/places.ts';
import { type StructuredData, withoutUnknown } from '../../platform/http/structured-data.ts';

/** Start by the venue's clocks with their offset from UTC: `2026-12-04T20:00:00-06:00`. */
function startDate({ date, time, startsAt }: Pick<Performance, 'date' | 'time' | 'startsAt'>): string {
  const minutes = Math.round((Date.parse(`${date}T${time}Z`) - Date.parse(startsAt)) / 60_000);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${date}T${time}:00${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** "Memphis, TN" split into city and state; any other town as written. */
function addressOf(town: string): StructuredData | string {
  const [, city, state = ''] = /^(.+),\s*([A-Z]{2})$/.exec(town) ?? [];
  return isUsState(state)
    ? { '@type': 'PostalAddress', addressLocality: city, addressRegion: state, addressCountry: 'US' }
    : town;
}

/** Location of the show: the venue, otherwise its town; null if neither is given. */
function locationOf({ venue, town, geo_loc, placeDetails }: Performance): StructuredData | null {
  const name = venue || town;
  if (name === '') return null;
  return withoutUnknown({
    '@type': 'Place',
    name,
    address: addressOf(town || venue),
    url: placeDetails.website,
    geo: geo_loc && { '@type': 'GeoCoordinates', latitude: geo_loc.lat, longitude: geo_loc.lng },
  });
}

/** Shows as schema.org events. Search engines reject an event without a place, so such shows are left out. */
export const events = (shows: readonly Performance[], performer: StructuredData, url: string): StructuredData[] =>
  shows.filter(({ venue, town }) => venue !== '' || town !== '').map((show) => event(show, performer, url));

const event = (show: Performance, performer: StructuredData, url: string): StructuredData =>
  withoutUnknown({
    '@type': 'Event',
    name: show.name,
    startDate: startDate(show),
    description: show.notes,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    performer,
    url: show.ticketLink ?? url,
    location: locationOf(show),
    isAccessibleForFree: show.isFree ? true : null,
    offers:
      show.isFree || show.cost !== null
        ? withoutUnknown({
            '@type': 'Offer',
            price: (show.isFree ? 0 : (show.cost ?? 0)).toFixed(2),
            priceCurrency: 'USD',
            url: show.ticketLink,
          })
        : null,
  });
