import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { type LoopLocks, openLoopLocks } from './loop-locks.ts';

/**
 * A small periodic task that one worker of an installation runs. Two concurrent rounds must do no harm, because a
 * worker that loses its connection may be in the middle of a round when another one takes over.
 */
export interface Loop<Context> {
  name: string;
  everySeconds: number;
  /** True if every worker process runs it, for its own machine. */
  everywhere?: boolean;
  /** Runs one round. If that has many steps, it starts no further one after `stop` aborts. */
  run: (context: Context, stop?: AbortSignal) => Promise<void>;
}

/** True if a round may start another step. */
export const shouldContinue = (stop: AbortSignal | undefined): boolean => !stop?.aborted;

interface LoopsOptions {
  databaseUrl: string;
  log: Logger;
  stop: AbortSignal;
}

/** Runs loops until `stop` aborts, and resolves when all running rounds have finished. */
export async function runLoops<Context>(
  loops: readonly Loop<Context>[],
  context: Context,
  { databaseUrl, log, stop }: LoopsOptions,
): Promise<void> {
  const locks = openLoopLocks(databaseUrl);
  try {
    await Promise.all(loops.map((loop) => runLoop(loop, context, { locks, log, stop })));
  } finally {
    await locks.close();
  }
}

/** Runs one loop. A failed round is logged, and the next one follows as usual. */
async function runLoop<Context>(
  loop: Loop<Context>,
  context: Context,
  { locks, log, stop }: { locks: LoopLocks; log: Logger; stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    try {
      if (loop.everywhere || (await locks.acquire(loop.name))) await loop.run(context, stop);
    } catch (error) {
      log.error({ err: error, loop: loop.name }, 'a round failed');
    }
    await wait(loop.everySeconds * 1000, undefined, { signal: stop }).catch(() => {});
  }
}
