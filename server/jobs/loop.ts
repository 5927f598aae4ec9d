import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log.ts';

/** Small work that every worker process does again and again; it must be harmless when several do it at once. */
export interface Loop<Context> {
  name: string;
  everySeconds: number;
  run: (context: Context) => Promise<void>;
}

/** Runs one loop until `stop` aborts; a failed round is logged and the next one comes as usual. */
export async function runLoop<Context>(
  loop: Loop<Context>,
  context: Context,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await loop.run(context);
    } catch (error) {
      log.error({ err: error, loop: loop.name }, 'a round failed');
    }
    await wait(loop.everySeconds * 1000, undefined, { signal: stop }).catch(() => {});
  }
}
