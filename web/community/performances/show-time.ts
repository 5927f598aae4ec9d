import type { Performance } from '@scoville/contract/community/performances.ts';

type Show = Pick<Performance, 'date' | 'time' | 'timeZone' | 'startsAt'>;

/** Day and time in the venue's time zone, without any time zone rules: "Friday, December 4, 2026 at 8:00 PM". */
export const venueTimeText = ({ date, time }: Pick<Show, 'date' | 'time'>): string =>
  new Date(`${date}T${time}Z`).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

/** The name of the venue's time zone: "CST", "GMT+1", or "GMT+05:30" for an offset from UTC. */
export function zoneText({ timeZone, startsAt }: Pick<Show, 'timeZone' | 'startsAt'>): string {
  if (/^[+-]/.test(timeZone)) return `GMT${timeZone}`;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(startsAt));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/**
 * The start of a show in the viewer's time zone: "Sat, Dec 5, 3:00 AM"; null if the clocks at the venue show the same
 * date and time.
 * @param viewerZone the browser's time zone by default
 */
export function viewerTimeText({ date, time, startsAt }: Show, viewerZone?: string): string | null {
  const at = new Date(startsAt);
  const clock = at.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: viewerZone });
  if (clock === `${date} ${time}`) return null;
  return at.toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: viewerZone,
  });
}

/** The admission: "Free", "$5.00"; null if no price is given. */
export const admissionText = ({ isFree, cost }: Pick<Performance, 'isFree' | 'cost'>): string | null =>
  isFree ? 'Free' : cost === null ? null : `$${cost.toFixed(2)}`;
