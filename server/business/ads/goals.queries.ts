import type { AdGoal, AdWindow } from '@scoville/contract/business/ads/ad-goals.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

/** A goal as it is stored. */
export interface StoredGoal extends AdGoal {
  id: string;
}

/** The columns of `ad_goals g`; `goalOf` turns them into a goal. */
export interface GoalRow {
  goal_id: string;
  window_type: 'date' | 'impressions';
  start_at: Date;
  end_at: Date | null;
  impression_limit: number | null;
  impressions: number;
  clicks: number;
  skips: number;
  skip_seconds: number;
  paced_from: Date | null;
  closed_at: Date | null;
}

export const goalColumns = (db: Db) => db`
  g.id as goal_id, g.type as window_type, g.start_at, g.end_at, g.impression_limit, g.impressions, g.clicks, g.skips,
  g.skip_seconds, g.paced_from, g.closed_at`;

export const goalOf = (row: GoalRow): StoredGoal => ({
  id: row.goal_id,
  window: {
    type: row.window_type,
    startDate: row.start_at,
    endDate: row.end_at,
    impressionLimit: row.impression_limit,
  },
  impressions: row.impressions,
  clicks: row.clicks,
  skips: row.skips,
  skipSeconds: row.skip_seconds,
  pacedFrom: row.paced_from ?? row.start_at,
  closed: row.closed_at !== null,
});

export async function insertGoal(tx: Tx, adId: string, { type, startDate, endDate, impressionLimit }: AdWindow) {
  await tx`
    insert into ad_goals (id, ad_id, type, start_at, end_at, impression_limit)
    values (${newId()}, ${adId}, ${type}, ${startDate}, ${endDate}, ${impressionLimit})`;
}

/** Locks and returns an ad's goal that is not closed; null if the ad was deleted. */
export async function lockOpenGoal(tx: Tx, adId: string): Promise<StoredGoal | null> {
  const [row] = await tx<GoalRow[]>`
    select ${goalColumns(tx)} from ad_goals g where ad_id = ${adId} and closed_at is null for update`;
  return row === undefined ? null : goalOf(row);
}

export async function lockGoal(tx: Tx, id: string): Promise<StoredGoal | null> {
  const [row] = await tx<GoalRow[]>`select ${goalColumns(tx)} from ad_goals g where id = ${id} for update`;
  return row === undefined ? null : goalOf(row);
}

/** Writes the result of `nextGoal` for a locked goal. */
export async function writeGoal(tx: Tx, id: string, goal: AdGoal): Promise<void> {
  await tx`
    update ad_goals set impressions = ${goal.impressions}, clicks = ${goal.clicks}, skips = ${goal.skips},
      skip_seconds = ${goal.skipSeconds}, closed_at = ${goal.closed ? tx`coalesce(closed_at, now())` : null}
    where id = ${id}`;
}

/** Writes the time from which a locked goal's impressions are spread. */
export async function writePace(tx: Tx, id: string, { pacedFrom }: AdGoal): Promise<void> {
  await tx`update ad_goals set paced_from = ${pacedFrom} where id = ${id}`;
}

/** All goals of an ad: the one in force first, then the others, latest first. */
export async function listGoals(db: Db, adId: string): Promise<StoredGoal[]> {
  const rows = await db<GoalRow[]>`
    select ${goalColumns(db)} from ad_goals g where ad_id = ${adId}
    order by closed_at desc nulls first, created_at desc, id desc`;
  return rows.map(goalOf);
}
