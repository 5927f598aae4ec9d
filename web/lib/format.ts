/** A whole number as one reads it: "8,204". Not by `Intl`, whose tables a browser reads for longer than it draws a page. */
export const numberText = (count: number): string => String(count).replaceAll(/\B(?=(...)+$)/g, ',');

/** A number with its noun: "1 play", "8,204 plays". */
export const pluralize = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** The day of a moment (ISO 8601) where its reader is: "22 Nov 2026", in the order of their language. */
export const dayText = (moment: string): string =>
  new Date(moment).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** The same with its time: "22 Nov 2026, 09:15". */
export const momentText = (moment: string): string =>
  new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A day of the calendar (`2026-11-22`), which is the same one wherever its reader is: "22 Nov 2026". */
export const calendarDay = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
