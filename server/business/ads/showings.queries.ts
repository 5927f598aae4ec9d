import type { Db, Tx } from '../../platform/db/connection.ts';

/** How often a listener was shown each ad within 24 hours, and the last ad shown. */
export async function countShowings(
  db: Db,
  listener: string,
): Promise<{ counts: Map<string, number>; last: string | null }> {
  const rows = await db<{ ad_id: string; n: number }[]>`
    select ad_id, count(*)::int as n from ad_showings
    where listener = ${listener} and shown_at > now() - interval '24 hours' group by ad_id order by max(shown_at) desc`;
  return { counts: new Map(rows.map((row) => [row.ad_id, row.n])), last: rows[0]?.ad_id ?? null };
}

/**
 * Number of showings of each ad in this network today: those that are counted, and those that have begun and may still
 * be counted. A network's hash is only valid for one day (UTC), so yesterday's showings have another hash.
 */
export async function networkShowings(db: Db, network: string): Promise<Map<string, number>> {
  if (network === '') return new Map();
  const rows = await db<{ ad_id: string; n: number }[]>`
    select ad_id, count(*)::int as n from ad_showings
    where network = ${network} and network <> ''
      and shown_at > now() - interval '24 hours' and (counted_at is not null or reserved_until > now()) group by ad_id`;
  return new Map(rows.map((row) => [row.ad_id, row.n]));
}

/** The number of showings that have begun and aren't counted yet, by goal. */
export async function countPending(db: Db, goalId?: string): Promise<Map<string, number>> {
  const rows = await db<{ goal_id: string; n: number }[]>`
    select goal_id, count(*)::int as n from ad_showings
    where counted_at is null and reserved_until > now() ${goalId === undefined ? db`` : db`and goal_id = ${goalId}`}
    group by goal_id`;
  return new Map(rows.map((row) => [row.goal_id, row.n]));
}

/** @param showing its `seconds` are the longest time it may take */
export async function insertShowing(
  tx: Tx,
  showing: { id: string; goalId: string; adId: string; listener: string; network: string; seconds: number },
): Promise<void> {
  await tx`
    insert into ad_showings (id, goal_id, ad_id, listener, network, shown_at, reserved_until)
    values (${showing.id}, ${showing.goalId}, ${showing.adId}, ${showing.listener}, ${showing.network}, clock_timestamp(),
      clock_timestamp() + make_interval(secs => ${showing.seconds}))`;
}

export interface ShowingRow {
  goal_id: string;
  /** Seconds since the first bytes of the ad's file were sent; null if none were sent yet. */
  age: number | null;
  /** Bytes of the ad's file that were sent at an address with this showing's id. */
  sent_bytes: number;
  /** Bytes of a clip's smallest rendition; 0 for a poster, which is recorded only when all of it was sent. */
  smallest: number;
  /** Whether the longest time that the showing may take has passed. */
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

/** A showing whose goal the caller has locked, so that it isn't changed until the transaction ends. */
export async function findShowing(tx: Tx, id: string): Promise<ShowingRow | null> {
  const [row] = await tx<ShowingRow[]>`
    select w.goal_id, extract(epoch from clock_timestamp() - w.sent_at)::float8 as age, w.sent_bytes::float8 as sent_bytes,
      coalesce((select min(r.bytes) from renditions r where r.source_id = a.source_id
        and r.role in ('aac', 'opus', 'mp4', 'hls-rendition')), 0)::float8 as smallest,
      w.reserved_until <= clock_timestamp() as is_over, w.counted_at is not null as is_counted,
      w.clicked_at is not null as is_clicked, w.skipped_at is not null as is_skipped, a.skip_after, a.display_length,
      s.length_seconds
    from ad_showings w join ads a on a.id = w.ad_id left join sources s on s.id = a.source_id where w.id = ${id}`;
  return row ?? null;
}

/** Adds sent bytes to a showing that isn't over. @param sent `seconds` is the time since their response began */
export async function addSent(
  db: Db,
  sent: { id: string; adId: string; bytes: number; seconds: number },
): Promise<void> {
  await db`
    update ad_showings set sent_bytes = sent_bytes + ${sent.bytes},
      sent_at = coalesce(sent_at, greatest(shown_at, clock_timestamp() - make_interval(secs => ${sent.seconds})))
    where id = ${sent.id} and ad_id = ${sent.adId} and reserved_until > clock_timestamp()`;
}

const COLUMNS = { impression: 'counted_at', clicked: 'clicked_at', skipped: 'skipped_at' } as const;

export async function markShowing(tx: Tx, id: string, event: keyof typeof COLUMNS): Promise<void> {
  await tx`update ad_showings set ${tx(COLUMNS[event])} = now() where id = ${id}`;
}

/** Showings are kept for a day, to count how often a listener saw an ad. */
export async function deleteOldShowings(db: Db): Promise<void> {
  await db`delete from ad_showings where shown_at < now() - interval '24 hours' and reserved_until < now()`;
}
