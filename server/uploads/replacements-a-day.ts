import type { Limits } from '../http/limits.ts';

/** A file that replaces another takes no place of the plan: so many an account may send within a day. */
const MAX_A_DAY = 20;

/** Throws 429 when this account has replaced so many files within a day. */
export async function takeReplacement(limits: Limits, userId: string): Promise<void> {
  const message = `At most ${MAX_A_DAY} files may be replaced within a day. Try again tomorrow.`;
  await limits.take(`replace ${userId}`, MAX_A_DAY, 24 * 3600, message);
}
