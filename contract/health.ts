import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Time } from './values.ts';

/** `warn`: it works, and somebody should do something soon. `fail`: something does not work. */
const HEALTH_LEVELS = ['ok', 'warn', 'fail'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

/** What a check of an installation found, in sentences for administrators. */
export const HealthFinding = z.object({
  /** What was looked at: `database`. */
  part: z.string(),
  level: z.enum(HEALTH_LEVELS),
  text: z.string(),
  /** What to do about it; null while all is well. */
  todo: z.nullable(z.string()),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

/** A kind of job, as it stands in the queue. */
export const HealthQueue = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Given up in the last day. */
  failed: z.int(),
  /** Seconds for which the job that is due longest has waited; null where none waits. */
  oldestSeconds: z.nullable(z.number()),
});
export type HealthQueue = z.infer<typeof HealthQueue>;

/** A worker process, and what its machine lacks. */
export const HealthWorker = z.object({
  id: z.string(),
  machine: z.string(),
  startedOn: Time,
  seenOn: Time,
  /** It has said nothing for a minute. */
  silent: z.boolean(),
  findings: z.array(HealthFinding),
});
export type HealthWorker = z.infer<typeof HealthWorker>;

/** How the installation is. Kept for some seconds: whoever asks again meanwhile reads the same; some findings, for minutes. */
export const health = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  summary: 'What works and what does not: database, queue, storage, mail, workers and their ffmpeg',
  reply: z.object({
    checkedOn: Time,
    /** Each with the moment at which it was found. */
    findings: z.array(z.object({ ...HealthFinding.shape, checkedOn: Time })),
    queues: z.array(HealthQueue),
    workers: z.array(HealthWorker),
  }),
});
