import { numberText } from '../lib/format.ts';

const HOUR = 3600;

/** A wait as one reads it: "40 min", "18 h", "3 days". */
export function waitText(seconds: number): string {
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / 60))} min`;
  if (seconds < 48 * HOUR) return `${Math.round(seconds / HOUR)} h`;
  return `${Math.round(seconds / (24 * HOUR))} days`;
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Exact up to 99,999, then short: "3.1M". */
export const countText = (count: number): string => (count < 100_000 ? numberText(count) : short.format(count));
