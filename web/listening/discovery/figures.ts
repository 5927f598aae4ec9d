import { numberText } from '../../platform/lib/format.ts';

const HOUR = 3600;

/** Formats a duration: "40 min", "18 h", "3 days". */
export function waitText(seconds: number): string {
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / 60))} min`;
  if (seconds < 48 * HOUR) return `${Math.round(seconds / HOUR)} h`;
  return `${Math.round(seconds / (24 * HOUR))} days`;
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** Exact up to 99,999, then shortened: "3.1M". Without `Intl`, for the reason given at `numberText`. */
export function countText(count: number): string {
  // From 99.995 % of a unit on, a count rounds up to that unit: 999,950 is "1M".
  const [unit, sign] = UNITS.find(([size]) => count >= size * 0.99995) ?? [1, ''];
  return count < 100_000 ? numberText(count) : `${Math.round(count / (unit / 10)) / 10}${sign}`;
}
