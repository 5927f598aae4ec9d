import { type BulkRun, bulkRuns, dismissBulkRun, startBulkRun } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { transaction } from '../../platform/db/connection.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { bulkRunJob } from './bulk-runs.jobs.ts';
import { type BulkRunRow, dismissRun, insertRun, listRuns } from './bulk-runs.queries.ts';

/** The most runs in an administrator's list. */
const SHOWN = 10;

const present = ({ created_at, finished_at, ...row }: BulkRunRow): BulkRun => ({
  ...row,
  createdOn: created_at.toISOString(),
  finishedOn: finished_at?.toISOString() ?? null,
});

export const bulkRunsRoutes = ({ db, queue }: App) => [
  route(startBulkRun, async (call) => {
    const actor = signedIn(call);
    const { action } = call.body;
    const ids = [...new Set(call.body.ids)];
    const id = newId();
    return transaction(db, async (tx) => {
      await insertRun(tx, { id, actorId: actor.userId, action, ids });
      await recordAct(tx, actor, {
        act: 'started-bulk-action',
        subject: { kind: 'jobs', id },
        details: { action: action.name, count: String(ids.length) },
      });
      await queue.enqueue(tx, bulkRunJob, { runId: id });
      const [row] = await listRuns(tx, actor.userId, 1, id);
      if (row === undefined) throw new Error('A run that was just written is gone.');
      return present(row);
    });
  }),

  route(bulkRuns, async (call) => ({
    runs: (await listRuns(db, signedIn(call).userId, SHOWN)).map(present),
  })),

  route(dismissBulkRun, async (call) => {
    await dismissRun(db, signedIn(call).userId, call.params.id);
    return { dismissed: true as const };
  }),
];
