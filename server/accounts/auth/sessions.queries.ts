import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';

export interface SessionRow {
  id: string;
  userAgent: string;
  network: string;
  createdAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
}

/** The active sessions of an account, the one with this hash first. */
export async function listSessions(
  { db, env }: Pick<App, 'db' | 'env'>,
  userId: string,
  current: Buffer,
): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    select id, user_agent as "userAgent", network, created_at as "createdAt", last_seen_at as "lastSeenAt",
      token_hash = ${current} as "isCurrent"
    from sessions
    where user_id = ${userId} and expires_at > now() and created_at > now() - make_interval(days => ${env.SESSION_DAYS})
    order by token_hash = ${current} desc, last_seen_at desc, id limit 100`;
}

/** Ends one session of an account, or all but one. Returns the number of ended sessions. */
export async function endSessions(
  db: Db,
  userId: string,
  which: { id: string } | { butThis: Buffer },
): Promise<number> {
  const { count } = await db`
    delete from sessions where user_id = ${userId}
      and ${'id' in which ? db`id = ${which.id}` : db`token_hash <> ${which.butThis}`}`;
  return count;
}
