import { execFileSync } from 'node:child_process';
import pino from 'pino';
import * as z from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Pool, connect, transaction } from '../db/connection.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { JobLost, type JobRun, defineJob, handle } from './job.ts';
import { type Queue, openQueue } from './queue.ts';
import { work } from './worker.ts';

type Reported = Pick<JobRun, 'isLast' | 'id'>;

const log = pino({ level: 'silent' });
const context: { handler: (run: JobRun) => void | Promise<void> } = { handler: () => {} };
const job = defineJob<{ name: string }>({
  name: 'test-job',
  payload: z.object({ name: z.string() }),
  options: { retryLimit: 2, retryDelay: 0, pollSeconds: 0.5 },
});
const handled = (one: typeof job) =>
  handle<{ name: string }, typeof context>(one, async () => async (given, _payload, run) => given.handler(run));

let url: string;
let db: Pool;
let queue: Queue;
let stop: AbortController;
beforeEach(async () => {
  url = await createTestDatabase();
  [db, queue] = [connect(url), await openQueue(url, [job], 'worker', log)];
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await queue.stop();
  await db.end();
});

/** The database sessions that listen for jobs. */
const listeners = async (): Promise<number[]> => {
  const rows = await db<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;
  return rows.map(({ pid }) => pid);
};
const END_CONNECTIONS = `
  import postgres from 'postgres';
  const db = postgres(process.argv[1], { max: 1 });
  await db\`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()\`;
  await db.end();`;
const endConnections = () =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', END_CONNECTIONS, url], { cwd: import.meta.dirname });

describe('a job', () => {
  it('C35 has isLast set for its last try only', async () => {
    const over = Promise.withResolvers<void>();
    const reported: Reported[] = [];
    context.handler = ({ id, isLast }) => {
      reported.push({ id, isLast });
      if (reported.length === 3) over.resolve();
      throw new Error('This try failed.');
    };
    await transaction(db, (tx) => queue.enqueue(tx, job, { name: 'fails' }));
    await work(queue, [handled(job)], context, { encodes: 1, log, stop: stop.signal });
    await over.promise;
    await expect
      .poll(async () => (await queue.boss.findJobs(job.name)).map(({ state }) => state), { timeout: 15_000 })
      .toEqual(['failed']);
    expect(reported.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    expect(new Set(reported.map(({ id }) => id)).size).toBe(1);
  });

  it('starts at its commit, even if the queue is polled rarely', async () => {
    const rare = { ...job, options: { ...job.options, pollSeconds: 3600 } };
    const taken = Promise.withResolvers<void>();
    context.handler = () => taken.resolve();
    await work(queue, [handled(rare)], context, { encodes: 1, log, stop: stop.signal });
    // The first poll finds nothing; the next one would be in an hour.
    await expect.poll(() => queue.boss.getWipData().map(({ state }) => state)).toEqual(['active']);
    await transaction(db, (tx) => queue.enqueue(tx, rare, { name: 'is there' }));
    await taken.promise;
  });

  it('starts at its commit again after the database has ended every connection', async () => {
    const rare = { ...job, options: { ...job.options, pollSeconds: 3600 } };
    const taken = Promise.withResolvers<void>();
    context.handler = () => taken.resolve();
    await work(queue, [handled(rare)], context, { encodes: 1, log, stop: stop.signal });
    await expect.poll(() => queue.boss.getWipData().map(({ state }) => state)).toEqual(['active']);
    const before = await listeners();
    expect(before.length).toBe(1);
    endConnections();
    await expect.poll(async () => (await listeners()).filter((pid) => !before.includes(pid)).length).toBe(1);
    await transaction(db, (tx) => queue.enqueue(tx, rare, { name: 'is there' }));
    await taken.promise;
  });

  it('doesn’t crash the process if the database ended its connections just before the worker stops', async () => {
    // The synchronous child process blocks this one, so the database's messages are still unread when the queue begins
    // to stop.
    endConnections();
    await queue.stop();
    expect(await listeners()).toEqual([]);
  });

  it('is aborted with JobLost when it expires, unlike when the worker stops, and is retried', async () => {
    const reasons: unknown[] = [];
    const over = Promise.withResolvers<void>();
    let tries = 0;
    context.handler = ({ signal }) => {
      tries += 1;
      if (tries > 1) over.resolve();
      return new Promise((_, refuse) =>
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          refuse(signal.reason);
        }),
      );
    };
    await queue.boss.updateQueue(job.name, { expireInSeconds: 1 });
    await transaction(db, (tx) => queue.enqueue(tx, job, { name: 'lasts' }));
    await work(queue, [handled(job)], context, { encodes: 1, log, stop: stop.signal });
    await over.promise;
    expect(reasons[0]).toBeInstanceOf(JobLost);
    stop.abort(new Error('The worker stops.'));
    await expect.poll(() => reasons.at(-1)).toEqual(new Error('The worker stops.'));
  });

  it('C37 doesn’t exist if the transaction that enqueued it is rolled back', async () => {
    const enqueued = transaction(db, async (tx) => {
      await queue.enqueue(tx, job, { name: 'undone' });
      throw new Error('The reason for it is gone.');
    });
    await expect(enqueued).rejects.toThrow('The reason for it is gone.');
    expect(await queue.boss.findJobs(job.name)).toEqual([]);
    await transaction(db, (tx) => queue.enqueue(tx, job, { name: 'kept' }));
    expect((await queue.boss.findJobs(job.name)).map(({ data }) => data)).toEqual([{ name: 'kept' }]);
  });
});
