import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import {
  type Performance,
  type addPerformance,
  performanceFields,
  type updatePerformance,
} from '@scoville/contract/community/performances.ts';
import * as z from 'zod/mini';

/** A number as typed, or empty. */
const typed = (pattern: RegExp, wrong: string) => z.string().check(z.regex(pattern, wrong));
const label = (field: string): string => `${field.charAt(0).toUpperCase()}${field.slice(1)} is required`;
const fields = performanceFields(label);

/** The values of a show's form: the fields of the contract, with numbers as typed. */
export const ShowForm = z.object({
  ...fields,
  isFree: z.boolean(),
  cost: typed(/^\s*(\d{1,5}([.]\d{1,2})?|100000([.]00?)?)?\s*$/, 'Enter an amount in dollars, such as 12 or 12.50.'),
  numPerformances: typed(/^\s*([1-9]\d{0,2}|1000)?\s*$/, 'Enter a number from 1 to 1,000.'),
  website: fields.ticketLink,
});
export type ShowForm = z.output<typeof ShowForm>;

/**
 * The form's values for a show. A new show starts in the browser's time zone, on which the result depends; otherwise
 * pure.
 */
export const formOf = (show: Performance | null): ShowForm => ({
  name: show?.name ?? '',
  date: show?.date ?? '',
  time: show?.time ?? '',
  venue: show?.venue ?? '',
  town: show?.town ?? '',
  timeZone: show?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ticketLink: show?.ticketLink ?? '',
  notes: show?.notes ?? '',
  isFree: show?.isFree ?? false,
  cost: show?.cost?.toFixed(2) ?? '',
  numPerformances: show?.numPerformances?.toString() ?? '',
  website: show?.placeDetails.website ?? '',
});

const numberOf = (words: string): number | null => (words.trim() === '' ? null : Number(words));

/** The body of the call. A free show has no price. */
export const bodyOf = ({ website, cost, numPerformances, ...rest }: ShowForm): BodyInput<typeof addPerformance> => ({
  ...rest,
  cost: rest.isFree ? null : numberOf(cost),
  numPerformances: numberOf(numPerformances),
  placeDetails: { website },
});

/**
 * The field that must be sent along with a changed field: the time zone of a town, and whether the show is free with
 * its price.
 */
const ALONG: Partial<Record<string, string>> = { town: 'timeZone', cost: 'isFree', isFree: 'cost' };

/**
 * The form's changes since the start of editing, in the form of the call's body. Fields that are left out keep the
 * values that they have by then, for example from another tab. Pure.
 */
export function changesOf(began: ShowForm, form: ShowForm): BodyInput<typeof updatePerformance> {
  const before: Record<string, unknown> = bodyOf(began);
  const body = Object.entries(bodyOf(form));
  const changed = body.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  const sent = new Set(changed.flatMap(([name]) => [name, ALONG[name]]));
  return Object.fromEntries(body.filter(([name]) => sent.has(name)));
}
