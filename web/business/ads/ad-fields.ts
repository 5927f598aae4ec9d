import { PACE_DAYS, PACE_START, spreadOf } from '@scoville/contract/business/ads/ad-goals.ts';
import { type Ad, type AdChange, NewAd } from '@scoville/contract/business/ads/ads.ts';
import * as z from 'zod/mini';

/** The values of an ad's form, as typed. */
export interface AdFields {
  title: string;
  /** An address, or the name and address of the chosen account. */
  email: string;
  /** The id of the chosen account. */
  owner: string;
  type: string;
  displayLength: string;
  skipAfter: string;
  infoUrl: string;
  infoUrlText: string;
  price: string;
  windowType: string;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  impressionLimit: string;
}

export type AdErrors = Partial<Record<keyof AdFields | 'file', string>>;

const two = (n: number): string => String(n).padStart(2, '0');
const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
const timeOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** The same day of the next month, or that month's last day if it is shorter. */
export function monthLater(at: Date): Date {
  const last = new Date(at.getFullYear(), at.getMonth() + 2, 0).getDate();
  return new Date(at.getFullYear(), at.getMonth() + 1, Math.min(at.getDate(), last), at.getHours(), at.getMinutes());
}

/** The initial values of a window: it starts today, and a date window ends a month later. */
export const windowFields = (type: string, now = new Date()) => ({
  startDate: dayOf(now),
  startTime: '00:00',
  endDate: type === 'date' ? dayOf(monthLater(now)) : '',
  endTime: type === 'date' ? '00:00' : '',
});

/**
 * The text of an account in the field of the owner, with its address, because several accounts may have the same name.
 */
export const ownerText = (name: string, email: string | null): string => (email === null ? name : `${name}, ${email}`);

/** The form's values for an ad; times are in this browser's time zone. */
export function fieldsOf(ad: Ad | null): AdFields {
  const window = ad?.adWindow ?? null;
  const [start, end] = [window?.startDate ?? null, window?.endDate ?? null].map((at) =>
    at === null ? null : new Date(at),
  );
  return {
    title: ad?.title ?? '',
    email: ad?.owner ? ownerText(ad.owner.displayName, ad.email) : (ad?.email ?? ''),
    owner: ad?.owner?.id ?? '',
    type: ad?.type ?? '',
    displayLength: ad === null ? '10' : String(ad.displayLength ?? ''),
    skipAfter: ad === null ? '5' : String(ad.skipAfter ?? ''),
    infoUrl: ad?.infoUrl ?? '',
    infoUrlText: ad?.infoUrlText ?? '',
    price: ad?.price?.toFixed(2) ?? '',
    windowType: window?.type ?? '',
    startDate: start ? dayOf(start) : '',
    startTime: start ? timeOf(start) : '',
    endDate: end ? dayOf(end) : '',
    endTime: end ? timeOf(end) : '',
    impressionLimit: String(window?.impressionLimit ?? ''),
  };
}

/**
 * Converts a day and a time in this browser's time zone to a moment of the contract; an invalid day or time is returned
 * as typed.
 */
export function toMoment(day: string, time: string): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(date), Number(hours), Number(minutes));
  return year !== '' && hours !== '' && dayOf(at) === day ? at.toISOString() : day;
}

/** Maps fields of the contract to inputs of the form that have another name. */
const SLOTS: Record<string, keyof AdErrors> = {
  'adWindow.type': 'windowType',
  'adWindow.startDate': 'startDate',
  'adWindow.endDate': 'endDate',
  'adWindow.impressionLimit': 'impressionLimit',
  owner: 'email',
};
export const inputForField = (field: string): keyof AdErrors => SLOTS[field] ?? (field as keyof AdErrors);

/** Converts the typed values to the contract's form, and returns the errors by input. */
export function checkAd(fields: AdFields, hasFile: boolean): { ad: NewAd | null; errors: AdErrors } {
  const parsed = z.safeParse(NewAd, inputOf(fields));
  const errors: AdErrors = {};
  for (const { path, message } of parsed.success ? [] : parsed.error.issues)
    errors[inputForField(path.join('.'))] ??= message;
  const { startTime, endTime, windowType } = fields;
  if (startTime === '') errors.startTime = 'Start time is required.';
  if (windowType === 'date' && endTime === '') errors.endTime = 'End time is required.';
  for (const [slot, sentence] of WITHOUT_WINDOW) if (windowType === '' && fields[slot] === '') errors[slot] = sentence;
  if (!hasFile) errors.file = 'File is required.';
  const isWhole = parsed.success && Object.keys(errors).length === 0;
  return { ad: isWhole ? parsed.data : null, errors };
}

const ALONE = ['title', 'displayLength', 'skipAfter', 'infoUrl', 'infoUrlText', 'price'] as const;
const OWNER = ['email', 'owner'] as const;
const WINDOW = ['windowType', 'startDate', 'startTime', 'endDate', 'endTime', 'impressionLimit'] as const;

/**
 * The update that is sent for an existing ad: only the fields changed in the form, because other fields may have been
 * corrected by another administrator since. An unchanged window is not sent, because its inputs have no seconds and
 * can't distinguish a repeated hour, and another moment would start a new goal.
 * @param before the known values on the server; fields with unknown values are sent
 */
export function changeOf(ad: NewAd, typed: AdFields, before: Partial<AdFields>): AdChange {
  const isChanged = (name: keyof AdFields): boolean => typed[name] !== before[name];
  return {
    ...Object.fromEntries(ALONE.filter(isChanged).map((name) => [name, ad[name]])),
    ...(OWNER.some(isChanged) && { email: ad.email, owner: ad.owner }),
    ...(WINDOW.some(isChanged) && { adWindow: ad.adWindow }),
  };
}

/** The fields of `before` that have the same values in `typed`. */
export const pickUnchanged = (before: Partial<AdFields>, typed: AdFields): Partial<AdFields> =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => typed[name as keyof AdFields] === value));

export const isSame = (one: AdFields, other: AdFields): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof AdFields] === value);

/** Explains in words how the server spreads the typed total over days. */
export function spreadText(impressionLimit: string): string {
  const limit = Number(impressionLimit);
  if (!Number.isInteger(limit) || limit < 1) return `More than ${PACE_START} are spread over ${PACE_DAYS} days.`;
  const spread = spreadOf(limit);
  if (spread === null) return 'Shown as soon as there are listeners.';
  const [aDay, twice] = [spread.aDay, spread.aDay * 2].map((n) => n.toLocaleString('en-US'));
  return `Spread over ${spread.days} days: at most ${aDay} a day, or ${twice} after days with few listeners. The first ${PACE_START} may be shown at once.`;
}

/** Errors for fields that all windows have, also checked before a limit type is chosen. */
const WITHOUT_WINDOW = [['startDate', 'Start date is required.']] as const;

function inputOf({ windowType, startDate, startTime, endDate, endTime, impressionLimit, owner, ...fields }: AdFields) {
  const limit = impressionLimit.trim();
  // Uses midnight for a missing time, so that only the day is checked here; `checkAd` reports the time as missing.
  const moment = (day: string, time: string) => toMoment(day.trim(), time || '00:00');
  const adWindow = {
    type: windowType,
    startDate: moment(startDate, startTime),
    ...(windowType === 'date'
      ? { endDate: moment(endDate, endTime) }
      : { impressionLimit: limit === '' ? undefined : Number(limit) }),
  };
  return {
    ...fields,
    email: owner === '' ? fields.email : '',
    owner,
    displayLength: fields.type === 'poster' ? fields.displayLength : '',
    adWindow,
  };
}
