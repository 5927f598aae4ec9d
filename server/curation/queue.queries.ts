import type { Db } from '../db/connection.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../media/media.queries.ts';
import type { QueuePlace } from './queue-place.ts';

export interface QueueRow extends MediaRow {
  review_id: string;
  review_submitted_at: Date;
  due_at: Date;
  mine: boolean;
}

interface Reader {
  userId: string;
  /** Nobody reviews an own media, unless as an administrator. */
  isAdmin: boolean;
}

const forReader = (db: Db, { userId, isAdmin }: Reader) => (isAdmin ? db`true` : db`m.musician_id <> ${userId}`);

const isMine = (db: Db, mine: boolean, { userId }: Reader) =>
  mine ? db`r.reviewer_id = ${userId}` : db`r.reviewer_id is distinct from ${userId}`;

/**
 * Up to `limit` open reviews after a place, or after the first `skip`: the reader's own draws by due time, then
 * everybody else's. What is skipped is not read but its keys.
 */
export async function listQueue(
  db: Db,
  reader: Reader,
  { after, skip, limit }: { after: QueuePlace | null; skip: number; limit: number },
): Promise<QueueRow[]> {
  const part = (mine: boolean, from: QueuePlace | null, offset: number, size: number) => db<QueueRow[]>`
    select ${mediaColumns(db)}, review.id as review_id, review.submitted_at as review_submitted_at,
      review.due_at, ${mine} as mine
    from (
      select r.media_id from reviews r join media m on m.id = r.media_id
      where r.decided_at is null and ${isMine(db, mine, reader)} and ${forReader(db, reader)}
        and ${from === null ? db`true` : db`(r.due_at, r.id) > (${from.dueAt}, ${from.id})`}
      order by r.due_at, r.id limit ${size} offset ${offset}) page
    join media m on m.id = page.media_id ${mediaJoins(db)} order by review.due_at, review.id`;
  if (after !== null && !after.mine) return part(false, after, 0, limit);
  const drawn = skip === 0 ? 0 : await countQueue(db, reader, true);
  const own = skip > 0 && skip >= drawn ? [] : await part(true, after, skip, limit);
  if (own.length >= limit) return own;
  return [...own, ...(await part(false, null, Math.max(0, skip - drawn), limit - own.length))];
}

/** How many reviews wait; of this reader's draws alone, or all of them. */
export async function countQueue(db: Db, reader: Reader, drawn = false): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from reviews r join media m on m.id = r.media_id
    where r.decided_at is null and ${forReader(db, reader)} and ${drawn ? isMine(db, true, reader) : db`true`}`;
  return row?.n ?? 0;
}
