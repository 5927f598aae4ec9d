import type { App } from '../platform/app-context.ts';
import { domains } from '../app.ts';
import type { Job, JobRun } from '../platform/jobs/job.ts';

/** Loads the handler of a job like the worker does. */
export async function loadHandler<Payload>(
  job: Job<Payload>,
): Promise<(app: App, payload: Payload, run: JobRun) => Promise<void>> {
  const found = domains.handlers.find((handler) => handler.job === job);
  if (found === undefined) throw new Error(`app.ts lists no handler for ${job.name}.`);
  return (await found.load()) as (app: App, payload: Payload, run: JobRun) => Promise<void>;
}
