import { PACE_DAYS, PACE_START, spreadOf } from '@scoville/contract/ad-goals.ts';
import { type Ad, type AdChange, NewAd } from '@scoville/contract/ads.ts';
import * as z from 'zod/mini';

/** What the form of an ad holds, as it is typed. */
export interface AdFields {
  title: string;
  /** An address, or the name of the account that was chosen, with its address. */
  email: string;
  /** The id of that account. */
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

/** The same day of the next month, or its last one where it is shorter. */
export function monthLater(at: Date): Date {
  const last = new Date(at.getFullYear(), at.getMonth() + 2, 0).getDate();
  return new Date(at.getFullYear(), at.getMonth() + 1, Math.min(at.getDate(), last), at.getHours(), at.getMinutes());
}

/** What a window begins with: today, and with dates a month from then. */
export const windowFields = (type: string, now = new Date()) => ({
  startDate: dayOf(now),
  startTime: '00:00',
  endDate: type === 'date' ? dayOf(monthLater(now)) : '',
  endTime: type === 'date' ? '00:00' : '',
});

/** An account as the field of the owner has it: several may have one name. */
export const ownerText = (name: string, email: string | null): string => (email === null ? name : `${name}, ${email}`);

/** An ad as its form has it; times are those of this browser. */
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

/** A moment by the clock of this browser as the contract wants it; what is none stays as it was typed. */
export function momentOf(day: string, time: string): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(date), Number(hours), Number(minutes));
  return year !== '' && hours !== '' && dayOf(at) === day ? at.toISOString() : day;
}

/** The slots of the form for fields of the contract that have other names there. */
const SLOTS: Record<string, keyof AdErrors> = {
  'adWindow.type': 'windowType',
  'adWindow.startDate': 'startDate',
  'adWindow.endDate': 'endDate',
  'adWindow.impressionLimit': 'impressionLimit',
  owner: 'email',
};
export const slotOf = (field: string): keyof AdErrors => SLOTS[field] ?? (field as keyof AdErrors);

/** What was typed as the contract has it, and what is wrong with it at each slot. */
export function checkAd(fields: AdFields, hasFile: boolean): { ad: NewAd | null; errors: AdErrors } {
  const parsed = z.safeParse(NewAd, inputOf(fields));
  const errors: AdErrors = {};
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) errors[slotOf(path.join('.'))] ??= message;
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
 * What of a checked ad is sent for one that is there: what was changed in the form. The rest may have been corrected by
 * somebody else since; and the fields of a window do not say which of two equal hours was meant, nor seconds, while
 * another moment begins a new goal.
 * @param before what stands at the server; what is not known of it is sent
 */
export function changeOf(ad: NewAd, typed: AdFields, before: Partial<AdFields>): AdChange {
  const isChanged = (name: keyof AdFields): boolean => typed[name] !== before[name];
  return {
    ...Object.fromEntries(ALONE.filter(isChanged).map((name) => [name, ad[name]])),
    ...(OWNER.some(isChanged) && { email: ad.email, owner: ad.owner }),
    ...(WINDOW.some(isChanged) && { adWindow: ad.adWindow }),
  };
}

/** The part of `before` that what was typed leaves as it is. */
export const unchanged = (before: Partial<AdFields>, typed: AdFields): Partial<AdFields> =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => typed[name as keyof AdFields] === value));

export const isSame = (one: AdFields, other: AdFields): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof AdFields] === value);

/** How the server spreads a total that was typed, in words for who typed it. */
export function spreadText(impressionLimit: string): string {
  const limit = Number(impressionLimit);
  if (!Number.isInteger(limit) || limit < 1) return `More than ${PACE_START} are spread over ${PACE_DAYS} days.`;
  const spread = spreadOf(limit);
  if (spread === null) return 'Shown as soon as there are listeners.';
  const [aDay, twice] = [spread.aDay, spread.aDay * 2].map((n) => n.toLocaleString('en-US'));
  return `Spread over ${spread.days} days: at most ${aDay} a day, or ${twice} after days with few listeners. The first ${PACE_START} may be shown at once.`;
}

/** What every window has is asked for before one is chosen, too. */
const WITHOUT_WINDOW = [['startDate', 'Start date is required.']] as const;

function inputOf({ windowType, startDate, startTime, endDate, endTime, impressionLimit, owner, ...fields }: AdFields) {
  const limit = impressionLimit.trim();
  // A time that is missing is said at its own slot.
  const moment = (day: string, time: string) => momentOf(day.trim(), time || '00:00');
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
