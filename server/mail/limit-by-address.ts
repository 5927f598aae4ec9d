import { HttpError } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { hashOfAddress } from './hash-of-address.ts';
import { mailboxOf } from './mailbox.ts';

const DAY_SECONDS = 86_400;

/**
 * Counts a mail of one sort to an address for which anybody may ask, whatever it is about: nobody has a stranger's mailbox
 * filled. Throws 429 after so many in a day.
 * @param sort such as `verification`
 */
export async function limitByAddress(
  limits: Limits,
  { sort, email, most, message }: { sort: string; email: string; most: number; message?: string },
): Promise<void> {
  await limits.strict.take(`${sort} of ${hashOfAddress(mailboxOf(email))}`, most, DAY_SECONDS, message);
}

/** Does what counts such a mail, or leaves it where there were too many: whoever caused it is not told. */
export async function unlessTooMany(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 429)) throw error;
  }
}
