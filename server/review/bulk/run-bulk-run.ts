import type { BulkAction } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { App } from '../../platform/app-context.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { failItem, findUnfinished, finishRun, nextWaiting, completeItem } from './bulk-runs.queries.ts';
import { perform } from './perform-action.ts';

const OURS = 'Something went wrong on our side. Please try again.';

/**
 * Performs the remaining items of a run in order. Each item is performed and marked as done in its own transaction, so
 * the run can be interrupted anywhere and run twice. A failed item gets a reason, and the others continue.
 */
export async function runBulkRun(
  app: App,
  runId: string,
  { signal, log }: Pick<JobRun, 'signal' | 'log'>,
): Promise<void> {
  const run = await findUnfinished(app.db, runId);
  if (run === null) return;
  for (;;) {
    signal.throwIfAborted();
    const item = await nextWaiting(app.db, runId);
    if (item === null) break;
    try {
      await doItem(app, { runId, ...run, ...item });
    } catch (error) {
      if (!(error instanceof HttpError)) log.error({ err: error, run: runId }, 'an item of a bulk action failed');
      await failItem(app.db, runId, item.position, error instanceof HttpError ? error.message : OURS);
    }
  }
  await finishRun(app.db, runId);
}

interface ItemContext {
  runId: string;
  position: number;
  actorId: string;
  action: BulkAction;
  subjectId: string;
}

async function doItem(app: App, { runId, position, actorId, action, subjectId }: ItemContext): Promise<void> {
  const afterwards = await transaction(app.db, async (tx) => {
    if (!(await completeItem(tx, runId, position))) return undefined;
    // The administrator may have lost the role in the meantime.
    const actor = await administratorNow(app, tx, actorId);
    return perform(app, tx, actor, action, subjectId);
  });
  await afterwards?.();
}
