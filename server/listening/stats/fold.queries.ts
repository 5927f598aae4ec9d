import type { Db } from '../../platform/db/connection.ts';
import { type Delivered, type StatEvent, type Tally, tallyKeysToRead, dayOf } from './count-events.ts';

/** Takes up to `most` waiting events, oldest first. */
export async function claimEvents(tx: Db, most: number): Promise<StatEvent[]> {
  const rows = await tx<(StatEvent & { id: number })[]>`
    delete from stat_events where id in (select id from stat_events order by id limit ${most})
    returning id, title, media_id as "mediaId", musician_id as "musicianId", user_id as "userId", visitor, network, origin, heard, at`;
  return rows.toSorted((one, other) => one.id - other.id);
}

/** The bytes of the played media that were sent to these events' browsers. */
export async function findDeliveries(tx: Db, events: readonly StatEvent[]): Promise<Delivered[]> {
  const plays = events.filter(({ title }) => title === 'play-media');
  return tx<Delivered[]>`
    select d.visitor, d.media_id as "mediaId", source.length_seconds as length, d.bytes,
      coalesce((select min(r.bytes) from renditions r where r.source_id = m.source_id
        and r.role in ('aac', 'opus', 'mp4', 'hls-rendition')), 0) as smallest,
      d.first_at as "firstAt", d.counted_at as "countedAt"
    from (select distinct * from unnest(${plays.map((one) => one.visitor)}::text[],
      ${plays.map((one) => one.mediaId)}::uuid[]) as plays(visitor, media_id)) play
    join deliveries d on d.visitor = play.visitor and d.media_id = play.media_id join media m on m.id = play.media_id
    join sources source on source.id = m.source_id`;
}

export async function writeDeliveries(tx: Db, deliveries: readonly Delivered[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx`
    update deliveries d set counted_at = c.at
    from unnest(${deliveries.map((one) => one.visitor)}::text[], ${deliveries.map((one) => one.mediaId)}::uuid[],
      ${deliveries.map((one) => one.countedAt?.toISOString() ?? null)}::timestamptz[]) as c(visitor, media_id, at)
    where d.visitor = c.visitor and d.media_id = c.media_id`;
}

/** The current tallies of these events' listeners and households. */
export async function findTallies(tx: Db, events: readonly StatEvent[]): Promise<Tally[]> {
  const keys = events.flatMap(tallyKeysToRead);
  return tx<Tally[]>`
    select who, title, subject, to_char(day, 'YYYY-MM-DD') as day, n, last_at as "lastAt" from tallies
    where (who, title, subject) in (select * from unnest(${keys.map((key) => key.who)}::text[],
      ${keys.map((key) => key.title)}::text[], ${keys.map((key) => key.subject)}::text[]))`;
}

export async function writeTallies(tx: Db, tallies: readonly Tally[]): Promise<void> {
  if (tallies.length === 0) return;
  await tx`
    insert into tallies (who, title, subject, day, n, last_at)
    select * from unnest(${tallies.map((one) => one.who)}::text[], ${tallies.map((one) => one.title)}::text[],
      ${tallies.map((one) => one.subject)}::text[], ${tallies.map((one) => one.day)}::date[],
      ${tallies.map((one) => one.n)}::int[], ${tallies.map((one) => one.lastAt.toISOString())}::timestamptz[])
    on conflict (who, title, subject) do update set day = excluded.day, n = excluded.n, last_at = excluded.last_at`;
}

/**
 * Adds events to the daily sums, to the platform's months and to the counters of media, musicians, genres and moods.
 * Events about deleted items are dropped.
 */
export async function addToCounters(tx: Db, events: readonly StatEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx`
    with counted as (
      select * from unnest(${events.map(({ at }) => dayOf(at))}::date[], ${events.map(({ title }) => title)}::text[],
        ${events.map(({ mediaId }) => mediaId)}::uuid[], ${events.map(({ musicianId }) => musicianId)}::uuid[])
        as event(day, title, media_id, musician_id)
    ),
    sums as (
      select c.day, c.title, m.musician_id, c.media_id, count(*) as n
      from counted c join media m on m.id = c.media_id group by 1, 2, 3, 4
      union all
      select c.day, c.title, u.id, null::uuid, count(*)
      from counted c join users u on u.id = c.musician_id where c.media_id is null group by 1, 2, 3
    ),
    days as (
      insert into stat_days (day, title, musician_id, media_id, n)
      select day, title, musician_id, media_id, n from sums
      on conflict (musician_id, title, day, media_id) do update set n = stat_days.n + excluded.n
    ),
    month_sums as (
      insert into platform_months (month, plays)
      select date_trunc('month', day::timestamp)::date, sum(n) from sums where title = 'play-media' group by 1
      on conflict (month) do update set plays = platform_months.plays + excluded.plays
    ),
    media_counters as (
      update media m set play_count = m.play_count + s.plays, share_count = m.share_count + s.shares
      from (select media_id, coalesce(sum(n) filter (where title = 'play-media'), 0) as plays,
              coalesce(sum(n) filter (where title = 'share-media'), 0) as shares
            from sums where media_id is not null group by media_id) s
      where m.id = s.media_id and s.plays + s.shares > 0
    ),
    of_category as (
      select kinds.id, s.day, sum(s.n) as plays
      from sums s join media m on m.id = s.media_id cross join lateral (values (m.genre_id), (m.mood_id)) kinds(id)
      where s.title = 'play-media' and kinds.id is not null group by 1, 2
    ),
    category_sums as (
      insert into category_days (category_id, day, n) select id, day, plays from of_category
      on conflict (category_id, day) do update set n = category_days.n + excluded.n
    ),
    category_counters as (
      update categories c set play_count = c.play_count + s.plays
      from (select id, sum(plays) as plays from of_category group by id) s where c.id = s.id
    )
    update users u set play_count = u.play_count + s.plays, share_count = u.share_count + s.shares,
      view_count = u.view_count + s.views
    from (select musician_id, coalesce(sum(n) filter (where title = 'play-media'), 0) as plays,
            coalesce(sum(n) filter (where title in ('share-media', 'share-zone')), 0) as shares,
            coalesce(sum(n) filter (where title = 'view-zone'), 0) as views
          from sums group by musician_id) s
    where u.id = s.musician_id`;
}
