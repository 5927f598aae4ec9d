import type { Performance } from '@scoville/contract/community/performances.ts';
import type { PerformanceRow } from './performances.queries.ts';

export const presentPerformance = (row: PerformanceRow): Performance => ({
  id: row.id,
  performer: row.performer_id,
  name: row.name,
  venue: row.venue,
  town: row.town,
  geo_loc: row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
  date: row.date,
  time: row.time,
  timeZone: row.time_zone,
  startsAt: row.starts_at.toISOString(),
  pastFrom: row.past_from.toISOString(),
  notes: row.notes,
  cost: row.cost_cents === null ? null : row.cost_cents / 100,
  isFree: row.is_free,
  numPerformances: row.num_performances,
  ticketLink: row.ticket_link,
  placeDetails: { website: row.place_website },
});
