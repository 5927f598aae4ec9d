import type { Performance } from '@scoville/contract/performances.ts';

type Show = Pick<Performance, 'date' | 'time' | 'timeZone' | 'startsAt'>;

/** Day and time of the venue's clocks, which need no rules of any time zone: "Friday, December 4, 2026 at 8:00 PM". */
export const venueTimeText = ({ date, time }: Pick<Show, 'date' | 'time'>): string =>
  new Date(`${date}T${time}Z`).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

/** What the venue's clocks are called: "CST", "GMT+1", and for a distance from UTC "GMT+05:30". */
export function zoneText({ timeZone, startsAt }: Pick<Show, 'timeZone' | 'startsAt'>): string {
  if (/^[+-]/.test(timeZone)) return `GMT${timeZone}`;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(startsAt));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/**
 * The same moment by the viewer's clocks, where they show another time: "Sat, Dec 5, 3:00 AM"; null where both agree.
 * @param viewerZone the browser's own unless it is named
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

/** What it costs to come in: "Free", "$5.00"; null where nothing is said. */
export const admissionText = ({ isFree, cost }: Pick<Performance, 'isFree' | 'cost'>): string | null =>
  isFree ? 'Free' : cost === null ? null : `$${cost.toFixed(2)}`;
