import type { NewPerformance } from '@scoville/contract/performances.ts';
import { invalid } from '../http/errors.ts';
import type { PerformanceRow } from './performances.queries.ts';
import { momentsOf, timeZoneAt } from './show-time.ts';

type Written = Omit<PerformanceRow, 'updated_at'>;

/** A show of which nothing has been said. */
export const newRow = (id: string, performerId: string, timeZone: string): Written => ({
  id,
  performer_id: performerId,
  name: '',
  venue: '',
  latitude: null,
  longitude: null,
  date: '',
  time: '',
  time_zone: timeZone,
  starts_at: new Date(0),
  past_from: new Date(0),
  notes: '',
  cost_cents: null,
  is_free: false,
  num_performances: null,
  ticket_link: null,
  place_website: null,
});

/** What is undefined stays. */
const kept = <T>(said: T | undefined, before: T): T => (said === undefined ? before : said);

/**
 * A show with what its musician says of it; what is left out stays as it was. A place that comes without a time zone
 * brings its own. Throws 400 when the clocks of the venue never show that time on that day.
 */
export function changed(row: Written, said: Partial<NewPerformance>): Written {
  const place = said.geo_loc === undefined ? { lat: row.latitude, lng: row.longitude } : said.geo_loc;
  const show = {
    date: kept(said.date, row.date),
    time: kept(said.time, row.time),
    timeZone: said.timeZone ?? (said.geo_loc ? timeZoneAt(said.geo_loc) : row.time_zone),
  };
  const moments = momentsOf(show);
  if (moments === null)
    throw invalid('time', 'The clocks go forward that night, and never show this time. Choose another.');
  return {
    id: row.id,
    performer_id: row.performer_id,
    name: kept(said.name, row.name),
    venue: kept(said.venue, row.venue),
    latitude: place?.lat ?? null,
    longitude: place?.lng ?? null,
    date: show.date,
    time: show.time,
    time_zone: show.timeZone,
    starts_at: moments.startsAt,
    past_from: moments.pastFrom,
    notes: kept(said.notes, row.notes),
    cost_cents: said.cost === undefined ? row.cost_cents : said.cost === null ? null : Math.round(said.cost * 100),
    is_free: kept(said.isFree, row.is_free),
    num_performances: kept(said.numPerformances, row.num_performances),
    ticket_link: said.ticketLink === undefined ? row.ticket_link : said.ticketLink || null,
    place_website: said.placeDetails === undefined ? row.place_website : said.placeDetails?.website || null,
  };
}
