import type { MediaStats } from '@scoville/contract/stats.ts';

export const METRICS = ['plays', 'listeners', 'favorites', 'shares'] as const;
export type Metric = (typeof METRICS)[number];

/** What a month came to; `date` is its first day. */
export type StatsMonth = { date: string } & Record<Metric, number>;

/** The months of a musician, oldest first: plays and what else is known of each. */
export const monthsOf = ({ playCountInfo, audience }: MediaStats): StatsMonth[] =>
  playCountInfo.months.map(({ date, plays }) => ({
    listeners: 0,
    favorites: 0,
    shares: 0,
    ...audience?.months.find((month) => month.date === date),
    date,
    plays,
  }));

/** A month in its reader's language: "Nov 2026", "Nov" or "N". */
export const monthText = (date: string, length: 'normal' | 'short' | 'narrow' = 'normal'): string =>
  new Date(`${date}T00:00Z`).toLocaleDateString(undefined, {
    ...(length === 'normal' ? { month: 'short', year: 'numeric' } : { month: length }),
    timeZone: 'UTC',
  });
