import type { Db } from '../../platform/db/connection.ts';
import type { Slice } from '../../platform/http/paging.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../../catalogue/media/media.queries.ts';

export interface QueueRow extends MediaRow {
  review_id: string;
  review_submitted_at: Date;
  due_at: Date;
  mine: boolean;
}

/** A position in the queue: among the reader's own draws (1) or the other reviews (0), then by due time. */
export type QueuePlace = readonly [mine: 0 | 1, dueAt: string, id: string];

export const queuePlace = (row: QueueRow): QueuePlace => [row.mine ? 1 : 0, row.due_at.toISOString(), row.review_id];

interface Reader {
  userId: string;
  /** Only administrators may review their own media. */
  isAdmin: boolean;
}

/** What the reader may review: nothing of their own, and nothing that they have read and that waits for another reader. */
const forReader = (db: Db, { userId, isAdmin }: Reader) => db`
  ${isAdmin ? db`true` : db`m.musician_id <> ${userId}`}
    and (r.second is null or not ${userId} = any(r.earlier) or not exists (
      select 1 from readings g where g.media_id = r.media_id and g.source_id = m.source_id and g.reviewer_id = ${userId}))`;

const isMine = (db: Db, mine: boolean, { userId }: Reader) =>
  mine ? db`r.reviewer_id = ${userId}` : db`r.reviewer_id is distinct from ${userId}`;

/**
 * A part of the open reviews: the reader's own draws by due time, then all others. For rows that are skipped, only the
 * keys are read.
 */
export async function listQueue(
  db: Db,
  reader: Reader,
  { after, skip, limit }: Slice<QueuePlace>,
): Promise<QueueRow[]> {
  const part = (mine: boolean, from: QueuePlace | null, offset: number, size: number) => db<QueueRow[]>`
    select ${mediaColumns(db)}, review.id as review_id, review.submitted_at as review_submitted_at,
      review.due_at, ${mine} as mine
    from (
      select r.media_id from reviews r join media m on m.id = r.media_id
      where r.decided_at is null and ${isMine(db, mine, reader)} and ${forReader(db, reader)}
        and ${from === null ? db`true` : db`(r.due_at, r.id) > (${from[1]}, ${from[2]})`}
      order by r.due_at, r.id limit ${size} offset ${offset}) page
    join media m on m.id = page.media_id ${mediaJoins(db)} order by review.due_at, review.id`;
  if (after !== null && after[0] === 0) return part(false, after, 0, limit);
  const drawn = skip === 0 ? 0 : await countQueue(db, reader, true);
  const own = skip > 0 && skip >= drawn ? [] : await part(true, after, skip, limit);
  if (own.length >= limit) return own;
  return [...own, ...(await part(false, null, Math.max(0, skip - drawn), limit - own.length))];
}

/** Number of open reviews; with `drawn` only those that were drawn for this reader. */
export async function countQueue(db: Db, reader: Reader, drawn = false): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from reviews r join media m on m.id = r.media_id
    where r.decided_at is null and ${forReader(db, reader)} and ${drawn ? isMine(db, true, reader) : db`true`}`;
  return row?.n ?? 0;
}
