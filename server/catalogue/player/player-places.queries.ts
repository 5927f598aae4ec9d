import { LONG_FROM, PLACES_OF_ACCOUNT } from '@scoville/contract/catalogue/player/player.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** The position where a listener stopped: seconds into a media item, and the milliseconds since then. */
interface Place {
  at: number;
  age: number;
}

export async function findPlace(db: Db, userId: string, mediaId: string): Promise<Place | null> {
  const [row] = await db<Place[]>`
    select seconds::float8 as at, greatest(0, floor(extract(epoch from now() - updated_at) * 1000))::float8 as age
    from player_places where user_id = ${userId} and media_id = ${mediaId}`;
  return row ?? null;
}

/**
 * Stores places of an account. The later of two places in one media item wins, in whichever order they arrive, and only
 * the latest places are kept. Media that are short, deleted or hidden are skipped.
 */
export async function putPlaces(tx: Tx, userId: string, places: readonly (Place & { media: string })[]): Promise<void> {
  // One device at a time, because two that write the same rows in different order could deadlock.
  await tx`select 1 from users where id = ${userId} for no key update`;
  const [ids, seconds, ages] = [
    places.map(({ media }) => media),
    places.map(({ at }) => at),
    places.map(({ age }) => age),
  ];
  await tx`
    insert into player_places (user_id, media_id, seconds, updated_at)
    select distinct on (m.id) ${userId}::uuid, m.id, p.seconds, now() - make_interval(secs => p.age / 1000)
    from unnest(${ids}::uuid[], ${seconds}::real[], ${ages}::float8[]) p (id, seconds, age)
    join media m on m.id = p.id join sources s on s.id = m.source_id
    where s.length_seconds > ${LONG_FROM} and (m.band is not null or m.musician_id = ${userId})
    order by m.id, p.age, p.seconds desc
    on conflict (user_id, media_id) do update set seconds = excluded.seconds, updated_at = excluded.updated_at
    where (excluded.updated_at, excluded.seconds) > (player_places.updated_at, player_places.seconds)`;
  await tx`
    delete from player_places where user_id = ${userId} and media_id in (
      select media_id from player_places where user_id = ${userId}
      order by updated_at desc, media_id offset ${PLACES_OF_ACCOUNT})`;
}
