import type { Limits } from '../http/limits.ts';

/** A file that replaces another takes no place of the plan: so many an account may send within a day. */
const MAX_A_DAY = 20;
const MESSAGE = `At most ${MAX_A_DAY} files may be replaced within a day. Try again tomorrow.`;

const keyOf = (userId: string): string => `replace ${userId}`;

/** Throws 429 when this account has replaced so many files within a day: before the first byte of another is sent. */
export const checkReplacements = (limits: Limits, userId: string): Promise<void> =>
  limits.check(keyOf(userId), MAX_A_DAY, MESSAGE);

/**
 * The same, and counts one more for what `work` takes over. Where that throws nothing was replaced, and nothing counts: who
 * sent a file that we do not take can send the right one.
 */
export async function countReplacement<T>(limits: Limits, userId: string, work: () => Promise<T>): Promise<T> {
  await checkReplacements(limits, userId);
  await limits.take(keyOf(userId), MAX_A_DAY, 24 * 3600, MESSAGE);
  try {
    return await work();
  } catch (error) {
    await limits.refund(keyOf(userId));
    throw error;
  }
}
