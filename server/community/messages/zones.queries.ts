import type { Db } from '../../platform/db/connection.ts';

interface ZoneDetailsRow {
  id: string;
  city: string;
  state: string;
  has_media: boolean;
}

/** Details on the cards of shared profiles, besides the name. */
export const findZoneDetails = (db: Db, ids: readonly string[]): Promise<ZoneDetailsRow[]> =>
  db<ZoneDetailsRow[]>`
    select u.id, u.city, u.state,
      exists (select 1 from media m where m.musician_id = u.id and m.band is not null) as has_media
    from users u where u.id = any(${[...ids]}::uuid[])`;
