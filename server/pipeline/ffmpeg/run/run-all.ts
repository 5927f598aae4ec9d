import { ProcessingError } from '../processing-error.ts';

/** A piece of work that ends early when its signal aborts. */
export type Task = (signal: AbortSignal) => Promise<void>;

/**
 * Runs tasks in their order, at most `limit` at a time. The first failure stops the others and becomes the error, and
 * no task is still running when the promise settles.
 */
export async function runAll(signal: AbortSignal, limit: number, tasks: readonly Task[]): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const failures: unknown[] = [];
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined && failures.length === 0; task = waiting.shift())
      try {
        await task(either);
      } catch (error) {
        failures.push(error);
        stop.abort();
      }
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, work));
  if (failures.length > 0) throw failures[0];
}

/**
 * Waits for the result of another task. Throws `aborted` when the signal aborts, because then there will be no result.
 */
export function dependency<T>(signal: AbortSignal, made: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new ProcessingError('aborted', 'what this waited for is not made'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    void made.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
