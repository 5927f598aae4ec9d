import type { ReviewFigures } from '../../listening/discovery/statistics.queries.ts';

const percent = (share: number): string => `${Math.floor(share * 100)}%`;

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

const duration = (minutes: number): string =>
  minutes < 60 ? count(Math.max(1, minutes), 'minute') : count(Math.round(minutes / 60), 'hour');

/** How reviews keep their promise, as sentences for a help page. */
export function reviewFiguresText({ medianMinutes, inTime30, inTime365, approved365 }: ReviewFigures): string {
  if (inTime365 === null || approved365 === null) return 'There are no verdicts yet.';
  const year = `In the last 365 days, ${percent(inTime365)} came in time, and ${percent(approved365)} were approvals.`;
  if (inTime30 === null || medianMinutes === null) return year;
  return `In the last 30 days, ${percent(inTime30)} of the verdicts came in time, half of them within ${duration(medianMinutes)}. ${year}`;
}
