import type { Tx } from '../../platform/db/connection.ts';

/**
 * Claims the daily mail about new subscribers to a musician's news.
 * @returns when the previous mail was written (`since: null` for never); null if that was less than a day ago
 */
export async function claimDailyMail(tx: Tx, musicianId: string): Promise<{ since: Date | null } | null> {
  const [taken] = await tx<{ since: Date | null }[]>`
    with last as (select mailed_at from follower_mails where musician_id = ${musicianId})
    insert into follower_mails (musician_id) values (${musicianId})
    on conflict (musician_id) do update set mailed_at = now()
    where follower_mails.mailed_at <= now() - interval '1 day'
    returning (select mailed_at from last) as since`;
  return taken ?? null;
}

/** Number of current subscribers who subscribed after the previous mail; 1 if there was no previous mail. */
export async function countFollowersSince(tx: Tx, musicianId: string, since: Date | null): Promise<number> {
  if (since === null) return 1;
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from follows where musician_id = ${musicianId} and confirmed_at > ${since}`;
  return row?.n ?? 1;
}
