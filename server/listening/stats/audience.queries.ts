import { createHash } from 'node:crypto';
import { ORIGINS, type Origin } from '@scoville/contract/catalogue/player/listening-events.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { type StatEvent, dayOf, listenerOf } from './count-events.ts';

/** The title of a day's new listeners: a listener counts once per musician and month, on the day of the first play. */
const LISTENER = 'listener';
/** The title under which a day's plays from one place of the product are summed. */
const titleOf = (origin: string): string => `from-${origin}`;

/** Adds counted plays to the daily sums of a musician's listeners and of the places where plays were started. */
export async function addToAudience(tx: Tx, events: readonly StatEvent[]): Promise<void> {
  const plays = events.filter((one) => one.title === 'play-media' && one.musicianId !== null);
  if (plays.length === 0) return;
  const days = plays.map(({ at }) => dayOf(at));
  const musicians = plays.map(({ musicianId }) => musicianId);
  await tx`
    with plays as (
      select * from unnest(${musicians}::uuid[], ${days}::date[], ${plays.map(nameless)}::text[],
        ${plays.map(({ origin }) => origin)}::text[]) as play(musician_id, day, listener, origin)
      join users u on u.id = play.musician_id
    ),
    new_listeners as (
      insert into month_listeners (musician_id, month, listener)
      select distinct musician_id, date_trunc('month', day)::date, decode(listener, 'hex') from plays on conflict do nothing
      returning musician_id, month, listener
    ),
    sums as (
      select musician_id, min_day as day, ${LISTENER} as title, count(*) as n from (
        select l.musician_id, l.listener, min(p.day) as min_day from new_listeners l
        join plays p on p.musician_id = l.musician_id and decode(p.listener, 'hex') = l.listener
          and date_trunc('month', p.day)::date = l.month
        group by l.musician_id, l.month, l.listener) first_plays
      group by 1, 2
      union all
      select musician_id, day, 'from-' || origin, count(*) from plays where origin is not null group by 1, 2, 3
    )
    insert into stat_days (day, title, musician_id, media_id, n) select day, title, musician_id, null, n from sums
    on conflict (musician_id, title, day, media_id) do update set n = stat_days.n + excluded.n`;
}

/** A hash that identifies a musician's listener within one month without revealing the listener. */
const nameless = (event: StatEvent): string =>
  createHash('sha256')
    .update(`${listenerOf(event)} ${event.musicianId} ${dayOf(event.at).slice(0, 7)}`)
    .digest('hex');

/** Deletes the listener hashes of past months, two days after their end, when no more events of theirs can arrive. */
export async function pruneMonthListeners(db: Db): Promise<void> {
  await db`
    delete from month_listeners where month < date_trunc('month', (now() - interval '2 days') at time zone 'UTC')::date`;
}

export interface AudienceMonth {
  /** The month's first day. */
  date: string;
  listeners: number;
  favorites: number;
  shares: number;
}

/** A musician's listeners, favorites and shares of the last twelve months, oldest first. */
export async function audienceMonths(db: Db, musicianId: string): Promise<AudienceMonth[]> {
  return db<AudienceMonth[]>`
    with liked as (
      select date_trunc('month', f.created_at at time zone 'UTC') as month, count(*) as n
      from media m join favorites f on f.media_id = m.id
      where m.musician_id = ${musicianId} and f.created_at >=
        (date_trunc('month', now() at time zone 'UTC') - interval '11 months') at time zone 'UTC'
      group by 1
    )
    select to_char(month, 'YYYY-MM-DD') as date,
      coalesce(sum(d.n) filter (where d.title = ${LISTENER}), 0)::bigint as listeners,
      coalesce(sum(d.n) filter (where d.title <> ${LISTENER}), 0)::bigint as shares,
      coalesce(min(liked.n), 0) as favorites
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months',
      date_trunc('month', now() at time zone 'UTC'), interval '1 month') as month
    left join stat_days d on d.musician_id = ${musicianId} and d.title in (${LISTENER}, 'share-media', 'share-zone')
      and d.day >= month::date and d.day < (month + interval '1 month')::date
    left join liked using (month)
    group by month order by month`;
}

/**
 * The places where a musician's plays of the last twelve months were started, the most plays first. Places without
 * plays are left out.
 */
export async function playOrigins(db: Db, musicianId: string): Promise<{ origin: Origin; plays: number }[]> {
  return db<{ origin: Origin; plays: number }[]>`
    select substr(title, 6) as origin, sum(n)::bigint as plays from stat_days
    where musician_id = ${musicianId} and title in ${db(ORIGINS.map(titleOf))}
      and day >= date_trunc('month', now() at time zone 'UTC') - interval '11 months'
    group by 1 order by 2 desc, 1`;
}
