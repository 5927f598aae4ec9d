import type { Outcome } from '../jobs/worker.ts';
import type { Metrics } from './metrics.ts';

/** Records each try of a job when it ends. */
export const recordJobs =
  (metrics: Metrics) =>
  (job: string, outcome: Outcome, seconds: number): void =>
    metrics.record('scoville.job.duration', seconds, { 'job.name': job, 'job.outcome': outcome });
