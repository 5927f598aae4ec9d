import type { AdminMediaFilter } from '@scoville/contract/review/administration.ts';
import type { Db } from '../../platform/db/connection.ts';
import { startsWithPattern } from '../../platform/db/like.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../../catalogue/media/media.queries.ts';

const BY_FILTER = {
  published: (db: Db) => db`m.published`,
  unpublished: (db: Db) => db`not m.published`,
  'under-review': (db: Db) => db`m.allow_curation and m.published and m.verdict is null`,
  rejected: (db: Db) => db`m.verdict = 'rejected'`,
} as const satisfies Record<AdminMediaFilter, (db: Db) => unknown>;

/** A page of all media whose title begins with `q` (case-insensitive), newest first. */
export async function listAllMedia(
  db: Db,
  wanted: { q: string | undefined; filter: AdminMediaFilter | undefined } & Slice<TimePlace>,
): Promise<{ rows: MediaRow[]; total: number }> {
  const { q, filter, after, skip, limit } = wanted;
  const start = startsWithPattern((q ?? '').toLowerCase());
  const matches = db`${filter ? BY_FILTER[filter](db) : db`true`} and ${q ? db`lower(m.title) like ${start}` : db`true`}`;
  // The page is selected first, so that skipped rows are not joined with anything.
  const rows = await db<MediaRow[]>`
    with page as materialized (
      select m.id from media m
      where ${matches}
        ${after === null ? db`` : db`and (m.created_at, m.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
      order by m.created_at desc, m.id desc limit ${limit} offset ${skip})
    select ${mediaColumns(db)} from page join media m on m.id = page.id ${mediaJoins(db)}
    order by m.created_at desc, m.id desc`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from media m where ${matches}`;
  return { rows, total: count?.n ?? 0 };
}
