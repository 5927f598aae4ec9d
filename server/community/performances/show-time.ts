import { Temporal } from 'temporal-polyfill';

export interface ShowTime {
  /** `2026-12-04`, by the venue's clocks. */
  date: string;
  /** `20:00`, by the venue's clocks. */
  time: string;
  /** IANA name, or an offset from UTC such as `+05:30`. */
  timeZone: string;
}

/** Whether Temporal accepts this time zone. Intl also accepts old names such as `CST`, which mean several zones. */
export function hasClocks(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The moments of a show: its start, and the end of its day at the venue. Null if the venue's clocks skip that time
 * because they go forward. If they show it twice, the first one is meant.
 */
export function momentsOf({ date, time, timeZone }: ShowTime): { startsAt: Date; pastFrom: Date } | null {
  const day = Temporal.PlainDate.from(date);
  const wall = day.toPlainDateTime(Temporal.PlainTime.from(time));
  const start = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (!start.toPlainDateTime().equals(wall)) return null;
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone);
  return { startsAt: new Date(start.epochMilliseconds), pastFrom: new Date(end.epochMilliseconds) };
}

/**
 * The time zone of a caller who only sends an offset: the header X-Timezone-Offset, which like `Date.getTimezoneOffset`
 * contains the minutes to add for UTC. UTC if it is missing or impossible.
 */
export function timeZoneOfOffset(header: string | string[] | undefined): string {
  const minutes = -Number(header ?? 0);
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60) return 'UTC';
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)];
  return minutes === 0 ? 'UTC' : `${sign}${two(size / 60)}:${two(size % 60)}`;
}
