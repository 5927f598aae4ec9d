import { SUSPENDED } from '@scoville/contract/accounts/auth/auth.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { SuspensionRow } from '../users/suspension.queries.ts';

/** A day as people read it, in UTC: "November 29, 2026". */
const dayOf = (at: Date): string => at.toLocaleString('en', { dateStyle: 'long', timeZone: 'UTC' });

/** "until November 29, 2026", or "until further notice". */
export const untilWhen = (endsAt: Date | null): string =>
  endsAt === null ? 'until further notice' : `until ${dayOf(endsAt)}`;

/** Words that others follow in the same line, as a sentence: an administrator may have ended them with nothing. */
const asSentence = (words: string): string => (/[\p{P}]$/u.test(words) ? words : `${words}.`);

/** What whoever is suspended is told instead of being let in. */
export function suspended({ reason, ends_at }: SuspensionRow): HttpError {
  const message = `This account is suspended ${untilWhen(ends_at)}. Reason: ${asSentence(reason)} If you think this is a mistake, contact us.`;
  return new HttpError(403, message, [{ field: 'suspension', code: SUSPENDED, message }]);
}
