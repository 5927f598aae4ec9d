import * as z from 'zod/mini';

const BAD = 'Date is not a valid format.';

/** Is this a calendar day in the form `2026-11-22`, in the years 1900 to 2100? */
function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (Number(year) < 1900 || Number(year) > 2100) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** A day in the form `2026-11-22`; `missing` is the message for an empty field. */
export const requiredDay = (missing: string) =>
  z.string(missing).check(({ value, issues }) => {
    if (!isDay(value)) issues.push({ code: 'custom', message: value === '' ? missing : BAD, input: value });
  });

/** The first day of a period. */
export const StartDate = requiredDay('Start date is required');

/** The last day of a period; null for an empty field. */
export const EndDate = z.pipe(
  z.nullish(z.string()),
  z.pipe(
    z.transform((value: string | null | undefined) => (value === undefined || value === '' ? null : value)),
    z.nullable(z.string().check(z.refine((text) => isDay(text), BAD))),
  ),
);

/** A checkbox for a period that is still going on; unticked if omitted. */
export const Still = z._default(z.boolean(), false);

type Partly = Record<string, unknown> | null;
const textIn = (value: unknown, field: string): string => {
  const text = (value as Partly)?.[field];
  return typeof text === 'string' ? text : '';
};
const startOf = (value: unknown): string => textIn(value, 'startDate');
const endOf = (value: unknown): string => textIn(value, 'endDate');

/**
 * The rules of a period with `startDate`, `endDate` and a checkbox named `still`. A period that is over needs an end
 * date that isn't before its start date. An ongoing period has no end date, even if one was typed before the box was
 * ticked.
 */
export const periodChecks = (still: string) => {
  const goesOn = (value: unknown) => (value as Partly)?.[still] === true;
  return [
    z.refine((value: unknown) => goesOn(value) || endOf(value) !== '', {
      path: ['endDate'],
      error: 'End date is required',
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
    z.refine((value: unknown) => goesOn(value) || startOf(value) <= endOf(value), {
      path: ['endDate'],
      error: 'The end date is before the start date.',
      when: ({ value }) => isDay(startOf(value)) && isDay(endOf(value)),
    }),
    z.overwrite((value: unknown) => (goesOn(value) ? { ...(value as object), endDate: null } : value)),
  ] as const;
};
