import type { Statistics } from '@scoville/contract/listening/discovery/discovery.ts';
import type { Db } from '../../platform/db/connection.ts';

interface FiguresRow {
  songs: number;
  videos: number;
  plays: number;
  musicians: number;
  wait: number | null;
  medianMinutes: number | null;
  inTime30: number | null;
  inTime365: number | null;
  pass: number | null;
}

/** The figures of the stats header, from stored counts, so that no request waits for counting. */
export async function findStatistics(db: Db): Promise<Statistics> {
  const [row] = await db<FiguresRow[]>`
    select
      coalesce((select n from list_counts where list = 'all' and category_id is null and type = 'song'), 0) as songs,
      coalesce((select n from list_counts where list = 'all' and category_id is null and type = 'video'), 0) as videos,
      figures.plays, figures.musicians, curation.avg_wait_seconds as wait, curation.pass_rate as pass,
      figures.median_wait_minutes as "medianMinutes", figures.in_time_30 as "inTime30",
      figures.in_time_365 as "inTime365"
    from kept_figures figures, curation_figures curation`;
  return {
    totalSongs: row?.songs ?? 0,
    totalVideos: row?.videos ?? 0,
    totalPlays: row?.plays ?? 0,
    musicians: row?.musicians ?? 0,
    curation: {
      avgWaitTime: row?.wait ?? null,
      medianWaitTime: row?.medianMinutes == null ? null : row.medianMinutes * 60,
      inTime30: row?.inTime30 ?? null,
      inTime365: row?.inTime365 ?? null,
    },
    submission: { passRate: row?.pass ?? null },
  };
}

/** How reviews keep their promise; null without a verdict in that time. Shares are from 0 to 1. */
export interface ReviewFigures {
  medianMinutes: number | null;
  inTime30: number | null;
  inTime365: number | null;
  approved365: number | null;
}

/** The public figures of reviews. */
export async function findReviewFigures(db: Db): Promise<ReviewFigures> {
  const [row] = await db<ReviewFigures[]>`
    select median_wait_minutes as "medianMinutes", in_time_30 as "inTime30", in_time_365 as "inTime365",
      approved_365 as "approved365"
    from kept_figures`;
  return row!;
}

/** Recounts plays and musicians. Equal figures aren't written, because each change makes cached replies obsolete. */
export async function refreshFigures(db: Db): Promise<void> {
  await db`
    with counted as (
      select (select coalesce(sum(play_count), 0) from users)::bigint as plays,
        (select count(*) from users where type = 'Musician' and deleted_at is null)::int as musicians
    )
    update kept_figures kept set plays = counted.plays, musicians = counted.musicians
    from counted where (kept.plays, kept.musicians) is distinct from (counted.plays, counted.musicians)`;
}
