import { HttpError } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { hashAddress } from './hash-address.ts';
import { mailboxOf } from './mailbox.ts';

const DAY_SECONDS = 86_400;

/**
 * Counts a mail of one sort to an address for which anyone may request it. This prevents strangers from filling the
 * mailbox. Throws 429 when the daily limit is exceeded.
 * @param sort such as `verification`
 */
export async function limitMail(
  limits: Limits,
  { sort, email, most, message }: { sort: string; email: string; most: number; message?: string },
): Promise<void> {
  await limits.strict.take(`${sort} of ${hashAddress(mailboxOf(email))}`, most, DAY_SECONDS, message);
}

/**
 * Runs `work`, which counts such a mail, and ignores the 429. The requester must not learn that the limit is exceeded.
 */
export async function skipIfLimited(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 429)) throw error;
  }
}
