import type * as z from 'zod';
import type { Logger } from '../log.ts';

/** Its time is over, or another worker has it: the queue knows, and has counted a failed attempt. */
export class JobLost extends Error {}

/** What a running job is given besides its payload. */
export interface JobRun {
  id: string;
  /** Ends when the worker stops, or with JobLost: give up soon, leave nothing behind. */
  signal: AbortSignal;
  /** The last try: what fails now must end in a state that its owner sees. */
  isLast: boolean;
  log: Logger;
}

type Handler<Payload, Context> = (context: Context, payload: Payload, run: JobRun) => Promise<void>;

interface JobOptions {
  /** Tries after the first. */
  retryLimit?: number;
  /** Seconds before the first retry; doubled each time. */
  retryDelay?: number;
  /** Seconds that one try may take. */
  expireInSeconds?: number;
  /** Runs by the clock, in cron's notation (UTC), with an empty payload. */
  cron?: string;
  /** Seconds between two looks into the queue, for what is due by then; what is due at once is taken up at once. */
  pollSeconds?: number;
  /** Seconds for which it is kept after its end, then until the queue is next cleaned, once a day; the default is seven days. */
  keepSeconds?: number;
  /** Jobs of this kind at a time in one worker process, given how many heavy jobs (`encodes`) it does; one by default. */
  concurrency?: number | ((encodes: number) => number);
  /** How many of these may have the same `group`; all by default. */
  ofOneGroup?: (encodes: number) => number;
}

/** A kind of job: its name, and the identifiers it carries. Its handler is in `*.handlers.ts`, so that it may enqueue others. */
export interface Job<Payload = unknown> {
  name: string;
  payload: z.core.$ZodType<Payload>;
  options: JobOptions;
}

/** A job among others, its payload's type forgotten. */
export type AnyJob = Omit<Job, 'payload'> & { payload: z.core.$ZodType };

/** A job with its handler, which only the worker loads. */
export interface JobHandler<Context> {
  job: AnyJob;
  load: () => Promise<Handler<never, Context>>;
}

/** Declares a job. A job may run twice: its handler must make the second time harmless. */
export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job;

export const handle = <Payload, Context>(
  job: Job<Payload>,
  load: () => Promise<Handler<Payload, Context>>,
): JobHandler<Context> => ({ job, load });
