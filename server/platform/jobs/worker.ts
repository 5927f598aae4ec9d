import type { JobWithMetadata } from 'pg-boss';
import * as z from 'zod';
import type { Logger } from '../log.ts';
import { type JobHandler, JobLost } from './job.ts';
import type { Queue } from './queue.ts';

/** The outcome of a try of a job. */
export type Outcome = 'completed' | 'failed' | 'interrupted';

/**
 * Runs jobs until `stop` aborts. A failed job is retried with growing pauses; one that is interrupted by a stop returns
 * to the queue. Throws at once if a handler can't be loaded.
 * @param encodes the number of heavy jobs that run at the same time
 */
export async function work<Context>(
  queue: Queue,
  handlers: readonly JobHandler<Context>[],
  context: Context,
  {
    encodes,
    log,
    stop,
    ended = () => {},
  }: {
    encodes: number;
    log: Logger;
    stop: AbortSignal;
    /** Called after each try. */
    ended?: (job: string, outcome: Outcome, seconds: number) => void;
  },
): Promise<void> {
  for (const { job, load } of handlers) {
    const handler = await load();
    const options = job.options;
    const run = async (one: JobWithMetadata<object>): Promise<void> => {
      const jobLog = log.child({ job: job.name, jobId: one.id, try: one.retryCount + 1 });
      const gone = new AbortController();
      one.signal.addEventListener('abort', () => gone.abort(new JobLost(`${job.name} ${one.id}`)), { once: true });
      const signal = AbortSignal.any([stop, gone.signal]);
      const payload = z.parse(job.payload, one.data) as never;
      const begun = performance.now();
      const end = (outcome: Outcome) => ended(job.name, outcome, (performance.now() - begun) / 1000);
      try {
        await handler(context, payload, { id: one.id, signal, isLast: one.retryCount >= one.retryLimit, log: jobLog });
        end('completed');
      } catch (error) {
        end(stop.aborted ? 'interrupted' : 'failed');
        jobLog[stop.aborted ? 'info' : 'warn']({ err: error }, stop.aborted ? 'a job was interrupted' : 'a job failed');
        throw error;
      }
    };
    const { concurrency = 1, ofOneGroup } = options;
    await queue.boss.work<object>(
      job.name,
      {
        includeMetadata: true,
        batchSize: 1,
        localConcurrency: typeof concurrency === 'number' ? concurrency : concurrency(encodes),
        ...(ofOneGroup && { localGroupConcurrency: ofOneGroup(encodes) }),
        pollingIntervalSeconds: options.pollSeconds ?? 1,
        notifyPollingIntervalSeconds: options.pollSeconds ?? 1,
      },
      async ([one]) => {
        if (one) await run(one as JobWithMetadata<object>);
      },
    );
    if (options.cron) await queue.boss.schedule(job.name, options.cron, {});
  }
}
