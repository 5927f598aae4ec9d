import type { Db } from '../../platform/db/connection.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { findQueues } from './queue.queries.ts';
import { pluralize, durationText } from './sizes.ts';

/** The longest that a job should wait in seconds, with enough workers. */
const LONG_WAIT = 1800;
const JOBS = 'Look at the jobs of /agenda';

/** Checks the jobs that wait in the queue, their age, and the jobs that failed in the last day. */
export const queueCheck = (db: Db): Check => ({
  part: 'queue',
  run: async () => {
    const queues = await findQueues(db);
    if (queues === null) return [warn('There is no queue yet.', 'Start the product once: it makes its queue.')];
    const sum = (of: 'waiting' | 'active' | 'failed') => queues.reduce((all, queue) => all + queue[of], 0);
    const oldest = Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds ?? 0));
    const failing = queues.filter(({ failed }) => failed > 0).map(({ name, failed }) => `${name} ${failed}`);
    const waiting = `${pluralize(sum('waiting'), 'job')} waiting, ${sum('active')} being worked on`;
    return [
      oldest > LONG_WAIT
        ? warn(
            `${waiting}; the oldest has waited for ${durationText(oldest)}.`,
            `${JOBS} to see what they wait for; start more workers, or raise WORKER_CONCURRENCY.`,
          )
        : ok(oldest === 0 ? `${waiting}.` : `${waiting}; the oldest has waited for ${durationText(oldest)}.`),
      failing.length === 0
        ? ok('No job failed in the last day.')
        : fail(
            `Jobs that failed in the last day: ${failing.join(', ')}.`,
            `${JOBS} to see why, and try them again there.`,
          ),
    ];
  },
});
