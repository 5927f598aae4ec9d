import type { Performance } from '@scoville/contract/performances.ts';
import { type StructuredData, known } from '../structured-data.ts';

/** The venue's clocks with their distance from UTC: `2026-12-04T20:00:00-06:00`. */
function startDate({ date, time, startsAt }: Pick<Performance, 'date' | 'time' | 'startsAt'>): string {
  const minutes = Math.round((Date.parse(`${date}T${time}Z`) - Date.parse(startsAt)) / 60_000);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${date}T${time}:00${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** A show as schema.org has it. */
export const event = (show: Performance, performer: StructuredData, url: string): StructuredData =>
  known({
    '@type': 'Event',
    name: show.name,
    startDate: startDate(show),
    description: show.notes,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    performer,
    url: show.ticketLink ?? url,
    location:
      show.venue === ''
        ? null
        : known({
            '@type': 'Place',
            name: show.venue,
            address: show.venue,
            url: show.placeDetails.website,
            geo: show.geo_loc && { '@type': 'GeoCoordinates', latitude: show.geo_loc.lat, longitude: show.geo_loc.lng },
          }),
    isAccessibleForFree: show.isFree ? true : null,
    offers:
      show.isFree || show.cost !== null
        ? known({
            '@type': 'Offer',
            price: (show.isFree ? 0 : (show.cost ?? 0)).toFixed(2),
            priceCurrency: 'USD',
            url: show.ticketLink,
          })
        : null,
  });
