import type { ServerResponse } from 'node:http';
import { tooManyRequests } from '../../platform/http/errors.ts';

/**
 * Limits the requests that one key (an account) may have in progress in this process at a time: `enter` throws 429 with
 * the message when the limit is reached, and counts a request until its response is closed. The limit protects the
 * process's memory for requests, so a count per process is the right one.
 */
export function createConcurrencyLimit(
  most: number,
  message: string,
): { enter(key: string, answer: ServerResponse): void } {
  const count = new Map<string, number>();
  return {
    enter(key, answer) {
      // A response that was already closed during the earlier checks emits no second `close`, so it would be counted
      // forever.
      if (answer.destroyed) return;
      const now = count.get(key) ?? 0;
      if (now >= most) throw tooManyRequests(message);
      count.set(key, now + 1);
      answer.once('close', () => {
        const left = (count.get(key) ?? 1) - 1;
        if (left > 0) count.set(key, left);
        else count.delete(key);
      });
    },
  };
}
