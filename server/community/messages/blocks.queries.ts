import type { Db } from '../../platform/db/connection.ts';
import { type MemberRow, memberColumns } from './messages.queries.ts';

export async function block(db: Db, userId: string, blockedId: string): Promise<void> {
  await db`insert into blocks (user_id, blocked_id) values (${userId}, ${blockedId}) on conflict do nothing`;
}

export async function unblock(db: Db, userId: string, blockedId: string): Promise<void> {
  await db`delete from blocks where user_id = ${userId} and blocked_id = ${blockedId}`;
}

/** The accounts among these that an account blocked. */
export async function findBlocked(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select blocked_id as id from blocks where user_id = ${userId} and blocked_id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export const listBlocked = (db: Db, userId: string): Promise<MemberRow[]> =>
  db<MemberRow[]>`
    select ${memberColumns(db)} from blocks b join users u on u.id = b.blocked_id
    where b.user_id = ${userId} order by b.created_at desc, u.id limit 1000`;
