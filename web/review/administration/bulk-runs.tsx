import type { BulkRun } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { numberText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ProgressBar } from '../../platform/ui/progress-bar.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { doneText, failedText, bulkWords } from './bulk-labels.ts';
import { invalidateBulkTargets, bulkRunsQuery, dismissBulk } from './bulk.calls.ts';

/**
 * Bulk actions that are running, and finished ones until the administrator dismisses them; each failure is listed by
 * name.
 */
export function BulkRuns() {
  const { data } = useQuery(bulkRunsQuery);
  useFinished(data?.runs);
  if (!data || data.runs.length === 0) return null;
  return (
    <aside aria-label="Bulk actions" className="rounded-control border border-line bg-surface px-4 py-3">
      <ul className="flex flex-col gap-4">
        {data.runs.map((run) => (
          <li key={run.id} className="flex flex-col gap-2">
            {run.finishedOn === null ? <Going run={run} /> : <Result run={run} />}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Reports each bulk action that ends while the screen is open, and refetches the data that the action changed. */
function useFinished(runs: readonly BulkRun[] | undefined): void {
  const client = useQueryClient();
  const going = useRef(new Set<string>());
  useEffect(() => {
    for (const run of runs ?? []) {
      if (run.finishedOn === null) going.current.add(run.id);
      else if (going.current.delete(run.id)) {
        const [done, failed] = [doneText(run), failedText(run)];
        if (done !== null) toast('success', done);
        if (failed !== null) toast('error', failed);
        void invalidateBulkTargets(client, run);
        // Everything was reported. If dismissing the run fails, its result is shown again later.
        if (failed === null) void dismissBulk(client, run).catch(() => undefined);
      }
    }
  }, [runs, client]);
}

function Going({ run }: { run: BulkRun }) {
  const { label, of } = bulkWords(run);
  const past = run.done + run.failed;
  return (
    <>
      <p className="tabular">
        {`${label}: ${numberText(past)} of ${numberText(run.total)} ${of}`}
        {run.failed > 0 && `, ${numberText(run.failed)} failed`}
      </p>
      <ProgressBar label={`${label} ${run.total} ${of}`} percent={(past / run.total) * 100} />
    </>
  );
}

function Result({ run }: { run: BulkRun }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p>{[doneText(run), failedText(run)].filter((text) => text !== null).join(' ')}</p>
        <Button
          size="small"
          aria-label={`Dismiss the result of ${bulkWords(run).label}`}
          onClick={() => void dismissBulk(client, run).catch((error: unknown) => showFailure(error, productName))}
        >
          Dismiss
        </Button>
      </div>
      {run.failures.length > 0 && (
        <ul aria-label="What failed" className="flex max-h-60 flex-col gap-2 overflow-y-auto">
          {run.failures.map(({ id, name, reason }) => (
            <li key={id}>
              <p className="font-[550] wrap-anywhere">{name ?? 'Deleted'}</p>
              <p className="wrap-anywhere text-muted">{reason}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
