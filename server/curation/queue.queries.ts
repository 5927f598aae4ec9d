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

/** Up to `limit` open reviews after a place: the reader's own draws by due time, then everybody else's. */
export async function listQueue(db: Db, reader: Reader, after: QueuePlace | null, limit: number): Promise<QueueRow[]> {
  const part = (mine: boolean, from: QueuePlace | null, size: number) => db<QueueRow[]>`
    select ${mediaColumns(db)}, review.id as review_id, review.submitted_at as review_submitted_at,
      review.due_at, ${mine} as mine
    from media m ${mediaJoins(db)}
    where review.id is not null
      and ${mine ? db`review.reviewer_id = ${reader.userId}` : db`review.reviewer_id is distinct from ${reader.userId}`}
      and ${forReader(db, reader)}
      and ${from === null ? db`true` : db`(review.due_at, review.id) > (${from.dueAt}, ${from.id})`}
    order by review.due_at, review.id limit ${size}`;
  const own = after === null || after.mine ? await part(true, after, limit) : [];
  if (own.length >= limit) return own;
  return [...own, ...(await part(false, after === null || after.mine ? null : after, limit - own.length))];
}

export async function countQueue(db: Db, reader: Reader): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from reviews r join media m on m.id = r.media_id
    where r.decided_at is null and ${forReader(db, reader)}`;
  return row?.n ?? 0;
}
