/**
 * Formats a whole number: "8,204". Not by `Intl`, because a browser takes longer to load its tables than to draw a
 * page.
 */
export const numberText = (count: number): string => String(count).replaceAll(/\B(?=(...)+$)/g, ',');

/** A number with its noun: "1 play", "8,204 plays". */
export const pluralize = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** The day of a moment (ISO 8601) in the reader's time zone and language: "22 Nov 2026". */
export const dayText = (moment: string): string =>
  new Date(moment).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** Day and time of a moment in the reader's time zone: "22 Nov 2026, 09:15". */
export const momentText = (moment: string): string =>
  new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A calendar day (`2026-11-22`), which doesn't depend on the reader's time zone: "22 Nov 2026". */
export const calendarDay = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
