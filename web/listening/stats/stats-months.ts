import type { MediaStats } from '@scoville/contract/listening/stats.ts';

export const METRICS = ['plays', 'listeners', 'favorites', 'shares'] as const;
export type Metric = (typeof METRICS)[number];

/** The figures of a month; `date` is the first day of the month. */
export type StatsMonth = { date: string } & Record<Metric, number>;

/** The months of a musician, oldest first, with plays and the other known figures. */
export const toMonths = ({ playCountInfo, audience }: MediaStats): StatsMonth[] =>
  playCountInfo.months.map(({ date, plays }) => ({
    listeners: 0,
    favorites: 0,
    shares: 0,
    ...audience?.months.find((month) => month.date === date),
    date,
    plays,
  }));

/** A month in the reader's language: "Nov 2026", "Nov" or "N". */
export const monthText = (date: string, length: 'normal' | 'short' | 'narrow' = 'normal'): string =>
  new Date(`${date}T00:00Z`).toLocaleDateString(undefined, {
    ...(length === 'normal' ? { month: 'short', year: 'numeric' } : { month: length }),
    timeZone: 'UTC',
  });
