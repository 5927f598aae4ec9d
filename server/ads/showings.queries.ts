import type { Db, Tx } from '../db/connection.ts';

/** How often a listener was shown each ad within 24 hours, and which was the last. */
export async function showingsOf(
  db: Db,
  listener: string,
): Promise<{ counts: Map<string, number>; last: string | null }> {
  const rows = await db<{ ad_id: string; n: number }[]>`
    select ad_id, count(*)::int as n from ad_showings
    where listener = ${listener} and shown_at > now() - interval '24 hours' group by ad_id order by max(shown_at) desc`;
  return { counts: new Map(rows.map((row) => [row.ad_id, row.n])), last: rows[0]?.ad_id ?? null };
}

/** Showings that are under way and not counted, by goal. */
export async function countPending(db: Db, goalId?: string): Promise<Map<string, number>> {
  const rows = await db<{ goal_id: string; n: number }[]>`
    select goal_id, count(*)::int as n from ad_showings
    where counted_at is null and reserved_until > now() ${goalId === undefined ? db`` : db`and goal_id = ${goalId}`}
    group by goal_id`;
  return new Map(rows.map((row) => [row.goal_id, row.n]));
}

/** @param showing its `seconds` are how long it may take at the most */
export async function insertShowing(
  tx: Tx,
  showing: { id: string; goalId: string; adId: string; listener: string; seconds: number },
): Promise<void> {
  await tx`
    insert into ad_showings (id, goal_id, ad_id, listener, shown_at, reserved_until)
    values (${showing.id}, ${showing.goalId}, ${showing.adId}, ${showing.listener}, clock_timestamp(),
      clock_timestamp() + make_interval(secs => ${showing.seconds}))`;
}

export interface ShowingRow {
  goal_id: string;
  /** Seconds since it began. */
  age: number;
  /** It began longer ago than it can take. */
  is_over: boolean;
  is_counted: boolean;
  is_clicked: boolean;
  is_skipped: boolean;
  skip_after: number | null;
  display_length: number | null;
  length_seconds: number | null;
}

/** The goal of a showing of this ad; null when there is no such showing. */
export async function goalOfShowing(db: Db, id: string, adId: string): Promise<string | null> {
  const [row] = await db<{ goal_id: string }[]>`select goal_id from ad_showings where id = ${id} and ad_id = ${adId}`;
  return row?.goal_id ?? null;
}

/** A showing, once its goal is locked: nobody else writes it until the transaction ends. */
export async function findShowing(tx: Tx, id: string): Promise<ShowingRow | null> {
  const [row] = await tx<ShowingRow[]>`
    select w.goal_id, extract(epoch from clock_timestamp() - w.shown_at)::float8 as age,
      w.reserved_until <= clock_timestamp() as is_over, w.counted_at is not null as is_counted,
      w.clicked_at is not null as is_clicked, w.skipped_at is not null as is_skipped, a.skip_after, a.display_length,
      s.length_seconds
    from ad_showings w join ads a on a.id = w.ad_id left join sources s on s.id = a.source_id where w.id = ${id}`;
  return row ?? null;
}

const COLUMNS = { impression: 'counted_at', clicked: 'clicked_at', skipped: 'skipped_at' } as const;

export async function markShowing(tx: Tx, id: string, event: keyof typeof COLUMNS): Promise<void> {
  await tx`update ad_showings set ${tx(COLUMNS[event])} = now() where id = ${id}`;
}

/** Showings are needed for a day: for how often somebody saw an ad. */
export async function deleteOldShowings(db: Db): Promise<void> {
  await db`delete from ad_showings where shown_at < now() - interval '24 hours' and reserved_until < now()`;
}
