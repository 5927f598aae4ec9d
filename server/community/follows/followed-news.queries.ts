import type { Db } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';

/** A post, song or video of a followed musician, and when it was published. */
export interface NewsRow {
  id: string;
  kind: 'post' | 'media';
  created_at: Date;
}

/**
 * One page of the posts, songs and videos of the musicians that an account follows and hasn't blocked, latest first. At
 * most one page per musician is read from the index, so a musician with ten thousand songs costs no more than one with
 * twenty.
 */
export async function listFollowedNews(
  db: Db,
  userId: string,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: NewsRow[] }> {
  const before = (time: 'p.created_at' | 'm.published_at', id: 'p.id' | 'm.id') =>
    after === null
      ? db``
      : db`and (${db.unsafe(time)}, ${db.unsafe(id)}) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`;
  const rows = await db<NewsRow[]>`
    select news.id, news.kind, news.created_at from follows f cross join lateral (
      (select p.id, 'post' as kind, p.created_at from posts p
        where p.musician_id = f.musician_id ${before('p.created_at', 'p.id')}
        order by p.created_at desc, p.id desc limit ${skip + limit})
      union all
      (select m.id, 'media', m.published_at from media m
        where m.musician_id = f.musician_id and m.band is not null ${before('m.published_at', 'm.id')}
        order by m.published_at desc, m.id desc limit ${skip + limit})
    ) news
    where f.subscriber_id = ${userId}
      and not exists (select 1 from blocks b where b.user_id = ${userId} and b.blocked_id = f.musician_id)
    order by news.created_at desc, news.id desc limit ${limit} offset ${skip}`;
  return { rows };
}
