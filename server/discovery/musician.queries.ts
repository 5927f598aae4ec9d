import type { Db } from '../db/connection.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../media/media.queries.ts';

export interface MusicianWish {
  musicianId: string;
  /** Also what is not public: for the owner and administrators. */
  withHidden: boolean;
  /** True shows published media only, false unpublished ones only; undefined both. */
  published: boolean | undefined;
  type: 'song' | 'video' | undefined;
  /** A part of the title. */
  filter: string | undefined;
  ascending: boolean;
  size: number;
  offset: number;
}

/** A musician's media, by the time of their upload. The index of a musician's media yields the order. */
export async function mediaOfMusician(db: Db, wish: MusicianWish): Promise<{ rows: MediaRow[]; total: number }> {
  const part = wish.filter ? `%${wish.filter.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const where = db`musician_id = ${wish.musicianId}
    ${wish.withHidden ? db`` : db`and band is not null`}
    ${wish.published === undefined ? db`` : db`and published = ${wish.published}`}
    ${wish.type === undefined ? db`` : db`and type = ${wish.type}`}
    ${part === null ? db`` : db`and title ilike ${part}`}`;
  const order = wish.ascending ? db`created_at, id` : db`created_at desc, id desc`;
  const rows = await db<MediaRow[]>`
    select ${mediaColumns(db)} from (
      select id from media where ${where} order by ${order} limit ${wish.size} offset ${wish.offset}) page
    join media m on m.id = page.id ${mediaJoins(db)}
    order by ${wish.ascending ? db`m.created_at, m.id` : db`m.created_at desc, m.id desc`}`;
  const [count] = await db<{ total: number }[]>`select count(*)::int as total from media where ${where}`;
  return { rows, total: count?.total ?? 0 };
}
