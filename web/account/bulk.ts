/** What became of a change to several media. */
export interface BulkResult {
  done: number;
  /** Each with its reason. */
  failures: unknown[];
}

/** Does one after the other; a failure does not stop the rest. */
export async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<BulkResult> {
  const result: BulkResult = { done: 0, failures: [] };
  for (const one of all) {
    try {
      await work(one);
      result.done += 1;
    } catch (error) {
      result.failures.push(error);
    }
  }
  return result;
}

/** "Failed to publish 2 of 5 media." */
export const bulkFailure = (verb: string, { done, failures }: BulkResult): string =>
  `Failed to ${verb} ${failures.length} of ${done + failures.length} media.`;
