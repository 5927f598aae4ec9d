import type { Limits } from '../../platform/http/limits.ts';

/** Replacing a file takes no place of the plan, so each account may replace only this many files per day. */
const MAX_A_DAY = 20;
const MESSAGE = `At most ${MAX_A_DAY} files may be replaced within a day. Try again tomorrow.`;

const keyOf = (userId: string): string => `replace ${userId}`;

/**
 * Throws 429 when this account has reached its replacements per day. Called before the first byte of another file is
 * sent.
 */
export const checkReplacements = (limits: Limits, userId: string): Promise<void> =>
  limits.check(keyOf(userId), MAX_A_DAY, MESSAGE);

/**
 * Like `checkReplacements`, and counts one more replacement. If `work` throws, nothing was replaced and the count is
 * given back, so a user whose file was refused can send the right one.
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
