import type * as z from 'zod';
import type { Logger } from '../log.ts';

/** The job has expired, or another worker has it. The queue has already counted a failed attempt. */
export class JobLost extends Error {}

/** Information about the run of a job, in addition to its payload. */
export interface JobRun {
  id: string;
  /** Aborted when the worker stops, or with JobLost. The handler should then end soon and leave no partial results. */
  signal: AbortSignal;
  /** True for the last try. A failure must then set a state that the job's owner can see. */
  isLast: boolean;
  log: Logger;
}

type Handler<Payload, Context> = (context: Context, payload: Payload, run: JobRun) => Promise<void>;

interface JobOptions {
  /** Number of retries. */
  retryLimit?: number;
  /** Seconds before the first retry, doubled for each further one. */
  retryDelay?: number;
  /** Most seconds that one try may take. */
  expireInSeconds?: number;
  /** Runs on a schedule, in cron's notation (UTC), with an empty payload. */
  cron?: string;
  /**
   * Seconds between two polls of the queue, which find jobs that are due by then. Jobs without a delay start at their
   * commit.
   */
  pollSeconds?: number;
  /** Seconds to keep a job after its end; the queue is cleaned once a day. Seven days by default. */
  keepSeconds?: number;
  /**
   * Most jobs of this kind that run at the same time in one worker process; one by default. `encodes` is the number of
   * heavy jobs that the process may run at a time.
   */
  concurrency?: number | ((encodes: number) => number);
  /** Most jobs of this kind with the same `group` that run at the same time; no limit by default. */
  ofOneGroup?: (encodes: number) => number;
}

/**
 * A kind of job: its name and the ids in its payload. Its handler is declared in `*.handlers.ts`, so that the handler
 * may enqueue other jobs.
 */
export interface Job<Payload = unknown> {
  name: string;
  payload: z.core.$ZodType<Payload>;
  options: JobOptions;
}

/** A job with any type of payload. */
export type AnyJob = Omit<Job, 'payload'> & { payload: z.core.$ZodType };

/** A job with its handler, which only the worker loads. */
export interface JobHandler<Context> {
  job: AnyJob;
  load: () => Promise<Handler<never, Context>>;
}

/** Declares a job. A job may run twice, so its handler must be idempotent. */
export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job;

export const handle = <Payload, Context>(
  job: Job<Payload>,
  load: () => Promise<Handler<Payload, Context>>,
): JobHandler<Context> => ({ job, load });
