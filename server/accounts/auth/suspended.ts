import { SUSPENDED } from '@scoville/contract/accounts/auth/auth.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { SuspensionRow } from '../users/suspension.queries.ts';

/** A day for people, in UTC, such as "November 29, 2026". */
const dayOf = (at: Date): string => at.toLocaleString('en', { dateStyle: 'long', timeZone: 'UTC' });

/** "until November 29, 2026", or "until further notice". */
export const untilWhen = (endsAt: Date | null): string =>
  endsAt === null ? 'until further notice' : `until ${dayOf(endsAt)}`;

/** Adds a period to text without final punctuation, because another sentence follows on the same line. */
const asSentence = (words: string): string => (/[\p{P}]$/u.test(words) ? words : `${words}.`);

/** The error for a sign-in to a suspended account. */
export function suspended({ reason, ends_at }: SuspensionRow): HttpError {
  const message = `This account is suspended ${untilWhen(ends_at)}. Reason: ${asSentence(reason)} If you think this is a mistake, contact us.`;
  return new HttpError(403, message, [{ field: 'suspension', code: SUSPENDED, message }]);
}
