import type { ServerResponse } from 'node:http';
import { tooMany } from '../http/errors.ts';

/**
 * Holds what one key (an account) may have under way in this process at a time: `enter` throws 429 with the message when
 * it is full, and counts the answer until it is closed. What one process holds for a request is its own memory, so
 * its own count is the right one.
 */
export function createConcurrencyLimit(
  most: number,
  message: string,
): { enter(key: string, answer: ServerResponse): void } {
  const count = new Map<string, number>();
  return {
    enter(key, answer) {
      // Who has gone while others were asked about him is not told to leave again, and would keep his place for good.
      if (answer.destroyed) return;
      const now = count.get(key) ?? 0;
      if (now >= most) throw tooMany(message);
      count.set(key, now + 1);
      answer.once('close', () => {
        const left = (count.get(key) ?? 1) - 1;
        if (left > 0) count.set(key, left);
        else count.delete(key);
      });
    },
  };
}
