import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { ApiError } from './call.ts';
import { isSignedOut } from './fail.ts';

/** The outcome of a change to several songs or videos. */
export interface BulkResult {
  done: number;
  /** The error of each failed change. */
  failures: unknown[];
}

/**
 * Runs `work` for one item after the other. A failure doesn't stop the rest, but the end of the session does, because
 * all further calls would fail, too.
 */
export async function runOneByOne<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<BulkResult> {
  const result: BulkResult = { done: 0, failures: [] };
  for (const one of all) {
    try {
      await work(one);
      result.done += 1;
    } catch (error) {
      result.failures.push(error);
      if (isSignedOut(error)) break;
    }
  }
  return result;
}

/** Shown when none of several changes succeeded and no error has a message. */
export const NO_DETAILS = 'Error Processing Requests.';

/**
 * Returns "Failed to publish 2 of 5 media. This media was not found.": the counts, and the first error's message if it
 * has one. Null if nothing failed or the session ended.
 */
export function bulkFailure(verb: string, { done, failures }: BulkResult, product: string): string | null {
  const [first] = failures;
  if (first === undefined || failures.some(isSignedOut)) return null;
  const isSilent = failures.every((one) => one instanceof ApiError && one.message === '' && !one.body);
  if (done === 0 && isSilent) return NO_DETAILS;
  const counts = `Failed to ${verb} ${failures.length} of ${done + failures.length} media.`;
  return first instanceof ApiError && first.message !== '' ? `${counts} ${errorText(first, product)}` : counts;
}
