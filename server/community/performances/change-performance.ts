import { NO_TIME_ZONE, type NewPerformance } from '@scoville/contract/community/performances.ts';
import { invalid } from '../../platform/http/errors.ts';
import { timeZoneAt, findTimeZone } from '../../platform/places/time-zones.ts';
import type { PerformanceRow } from './performances.queries.ts';
import { hasClocks, momentsOf } from './show-time.ts';

type Written = Omit<PerformanceRow, 'updated_at'>;

/** A new show without details. */
export const newRow = (id: string, performerId: string, timeZone: string): Written => ({
  id,
  performer_id: performerId,
  name: '',
  venue: '',
  town: '',
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

/** `undefined` keeps the previous value. */
const valueOr = <T>(said: T | undefined, before: T): T => (said === undefined ? before : said);

/** Time zone of the given place: of its coordinates, otherwise of its town. Null if neither is given or known. */
async function zoneOf({ geo_loc, town }: Pick<Partial<NewPerformance>, 'geo_loc' | 'town'>): Promise<string | null> {
  if (geo_loc) return timeZoneAt({ latitude: geo_loc.lat, longitude: geo_loc.lng });
  return town ? findTimeZone(town) : null;
}

/** The coordinates of the venue. They are dropped when the town changes without new coordinates. */
function coordinatesOf(row: Written, { geo_loc, town }: Partial<NewPerformance>) {
  if (geo_loc === undefined && valueOr(town, row.town) === row.town)
    return { latitude: row.latitude, longitude: row.longitude };
  return { latitude: geo_loc?.lat ?? null, longitude: geo_loc?.lng ?? null };
}

/**
 * Applies a musician's changes to a show; omitted fields keep their values. A new place without a time zone sets its
 * own. Throws 400 for a time zone whose clocks can't be read, and if the venue's clocks skip that time on that day.
 */
export async function applyChange(row: Written, said: Partial<NewPerformance>): Promise<Written> {
  const show = {
    date: valueOr(said.date, row.date),
    time: valueOr(said.time, row.time),
    timeZone: said.timeZone ?? (await zoneOf(said)) ?? row.time_zone,
  };
  if (!hasClocks(show.timeZone)) throw invalid('timeZone', NO_TIME_ZONE);
  const moments = momentsOf(show);
  if (moments === null)
    throw invalid('time', 'The clocks go forward that night, and never show this time. Choose another.');
  return {
    id: row.id,
    performer_id: row.performer_id,
    name: valueOr(said.name, row.name),
    venue: valueOr(said.venue, row.venue),
    town: valueOr(said.town, row.town),
    ...coordinatesOf(row, said),
    date: show.date,
    time: show.time,
    time_zone: show.timeZone,
    starts_at: moments.startsAt,
    past_from: moments.pastFrom,
    notes: valueOr(said.notes, row.notes),
    cost_cents: said.cost === undefined ? row.cost_cents : said.cost === null ? null : Math.round(said.cost * 100),
    is_free: valueOr(said.isFree, row.is_free),
    num_performances: valueOr(said.numPerformances, row.num_performances),
    ticket_link: said.ticketLink === undefined ? row.ticket_link : said.ticketLink || null,
    place_website: said.placeDetails === undefined ? row.place_website : said.placeDetails?.website || null,
  };
}
