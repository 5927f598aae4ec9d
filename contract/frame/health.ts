import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { Time } from '../platform/lib/values.ts';

/** `warn`: it works, but an administrator should act soon. `fail`: something doesn't work. */
const HEALTH_LEVELS = ['ok', 'warn', 'fail'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

/** A finding of a health check, in sentences for administrators. */
export const HealthFinding = z.object({
  /** The checked part, such as `database`. */
  part: z.string(),
  level: z.enum(HEALTH_LEVELS),
  text: z.string(),
  /** The suggested remedy; null if all is well. */
  todo: z.nullable(z.string()),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

/** The state of the queue for one kind of job. */
export const HealthQueue = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Jobs given up within the last day. */
  failed: z.int(),
  /** Seconds that the job overdue longest has waited; null if no job is waiting. */
  oldestSeconds: z.nullable(z.number()),
});
export type HealthQueue = z.infer<typeof HealthQueue>;

/** A worker process, and the problems of its machine. */
export const HealthWorker = z.object({
  id: z.string(),
  machine: z.string(),
  startedOn: Time,
  seenOn: Time,
  /** True if the worker hasn't reported for a minute. */
  silent: z.boolean(),
  findings: z.array(HealthFinding),
});
export type HealthWorker = z.infer<typeof HealthWorker>;

/**
 * The health of the installation. The result is cached for some seconds, and the findings of costly checks for minutes.
 */
export const health = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  summary: 'Report the health of database, queue, storage, mail, and workers with their ffmpeg',
  reply: z.object({
    checkedOn: Time,
    /** Each with the time at which it was found. */
    findings: z.array(z.object({ ...HealthFinding.shape, checkedOn: Time })),
    queues: z.array(HealthQueue),
    workers: z.array(HealthWorker),
  }),
});
