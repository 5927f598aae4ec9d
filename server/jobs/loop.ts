import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { type LoopLocks, openLoopLocks } from './loop-locks.ts';

/**
 * Small work that is done again and again, by one worker of an installation. It must be harmless when two do it at once:
 * a worker whose connection broke may be amid a round when another one takes over.
 */
export interface Loop<Context> {
  name: string;
  everySeconds: number;
  /** Every worker process does it, for its own machine. */
  everywhere?: boolean;
  /** One round. Where it has many steps, it begins no other once `stop` aborts. */
  run: (context: Context, stop?: AbortSignal) => Promise<void>;
}

/** Whether a round may begin another of its steps. */
export const shouldContinue = (stop: AbortSignal | undefined): boolean => !stop?.aborted;

interface LoopsOptions {
  databaseUrl: string;
  log: Logger;
  stop: AbortSignal;
}

/** Runs loops until `stop` aborts, and resolves when the last of the rounds that were under way then is over. */
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

/** A failed round is logged, and the next one comes as usual. */
async function runLoop<Context>(
  loop: Loop<Context>,
  context: Context,
  { locks, log, stop }: { locks: LoopLocks; log: Logger; stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    try {
      if (loop.everywhere || (await locks.has(loop.name))) await loop.run(context, stop);
    } catch (error) {
      log.error({ err: error, loop: loop.name }, 'a round failed');
    }
    await wait(loop.everySeconds * 1000, undefined, { signal: stop }).catch(() => {});
  }
}
