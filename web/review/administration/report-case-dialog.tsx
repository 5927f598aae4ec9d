import { errorText } from '@scoville/contract/platform/http/errors.ts';
import {
  type Excerpt,
  type ReportCase,
  type reportCase,
  reportCases,
} from '@scoville/contract/community/reports/reports.ts';
import { isWaiting } from '@scoville/contract/community/reports/report-state.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { momentText, pluralize } from '../../platform/lib/format.ts';
import { REASON_LABELS, STATE_LABELS, SUBJECT_LABELS } from '../../community/reports/report-labels.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { reportCaseQuery } from './administration.calls.ts';
import { DecisionForm } from './decision-form.tsx';

/** One case: the content at the time of the report, the reports with their authors and reasons, and the decision. */
export function ReportCaseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(reportCaseQuery(id));
  const [busy, setBusy] = useState(false);
  // For example, the case was merged into another about the same media item, and the list still contains the old one.
  const isRemoved = isNotFound(error);
  useEffect(() => {
    if (isRemoved) void client.invalidateQueries({ queryKey: [reportCases.path] });
  }, [isRemoved, client]);
  return (
    <Dialog
      title={data ? `Report: ${SUBJECT_LABELS[data.case.subject.kind]}` : 'Report'}
      width="wide"
      busy={busy}
      onClose={onClose}
    >
      {error && isRemoved ? (
        <ErrorState message={errorText(error, productName)} />
      ) : data ? (
        <div className="flex flex-col gap-6">
          <Subject of={data.case} />
          {data.rightsConfirmedOn !== null && (
            <p className="text-caption text-muted">
              Its uploader confirmed to hold the rights, {momentText(data.rightsConfirmedOn)}.
            </p>
          )}
          <Said reports={data.reports} total={data.case.reports} />
          {data.case.decision && (
            <section aria-label="Decision">
              <h3 className="font-[650]">{STATE_LABELS[data.case.state]}</h3>
              <p className="wrap-anywhere whitespace-pre-line">{data.case.decision.reason}</p>
              <p className="text-caption text-muted">
                {data.case.decision.by ?? 'Deleted User'}, {momentText(data.case.changedOn)}
              </p>
            </section>
          )}
          {data.case.counterNotice !== null && (
            <section aria-label="Counter-notice">
              <h3 className="font-[650]">Counter-notice</h3>
              <p className="wrap-anywhere whitespace-pre-line">{data.case.counterNotice}</p>
            </section>
          )}
          {data.case.can.length > 0 ? (
            <DecisionForm of={data.case} onBusy={setBusy} onDecided={onClose} />
          ) : (
            isWaiting(data.case.state) && <p>This report is about you: another administrator decides it.</p>
          )}
        </div>
      ) : error ? (
        <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the report">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  );
}

function Subject({ of: { excerpt, reported, subject } }: { of: ReportCase }) {
  return (
    <section aria-label="What was reported" className="flex flex-col gap-2">
      <ExcerptText excerpt={excerpt} />
      <p className="flex flex-wrap gap-x-4 text-caption text-muted">
        <span>
          Owner:{' '}
          {reported.name === null ? (
            'Deleted User'
          ) : (
            <Link to="/$name" params={{ name: reported.id }} className="text-text underline underline-offset-4">
              {reported.name}
            </Link>
          )}
        </span>
        {excerpt.path !== null && subject.kind !== 'user' && (
          <Link to={excerpt.path} className="text-text underline underline-offset-4">
            Open
          </Link>
        )}
      </p>
    </section>
  );
}

function ExcerptText({ excerpt: { title, text, context } }: { excerpt: Excerpt }) {
  return (
    <>
      <h3 className="font-[650] wrap-anywhere">{title}</h3>
      {context === undefined ? (
        text !== '' && (
          <blockquote className="max-h-60 overflow-y-auto border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">
            {text}
          </blockquote>
        )
      ) : (
        <ol className="flex flex-col gap-2">
          {context.map((one) => (
            <li
              key={one.at}
              aria-current={one.isReported || undefined}
              className={classNames('border-l-2 pl-3', one.isReported ? 'border-ember' : 'border-line text-muted')}
            >
              <p className="text-caption text-muted">
                {one.from}, {momentText(one.at)}
                {one.isReported && ' (reported)'}
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{one.text}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Said({ reports, total }: Pick<Reply<typeof reportCase>, 'reports'> & { total: number }) {
  if (reports.length === 0) return <p className="text-muted">Whoever reported it deleted their account.</p>;
  return (
    <section aria-label="Reports">
      <ul className="flex flex-col gap-3">
        {reports.map((one) => (
          <li key={one.id} className="rounded-control bg-raised p-3">
            <p className="font-[550]">{REASON_LABELS[one.reason]}</p>
            {one.words !== '' && <p className="wrap-anywhere whitespace-pre-line">{one.words}</p>}
            <p className="text-caption text-muted">
              {one.claimant
                ? `Takedown request by ${one.claimant.name} (${one.claimant.email})`
                : (one.reporter?.name ?? 'Deleted User')}
              , {momentText(one.createdOn)}
            </p>
            {one.excerpt && (
              <details className="mt-1">
                <summary className="min-h-8 cursor-pointer text-caption">
                  The content had changed since the first report
                </summary>
                <ExcerptText excerpt={one.excerpt} />
              </details>
            )}
          </li>
        ))}
      </ul>
      {total > reports.length && (
        <p className="mt-3 text-caption text-muted">
          The first {reports.length} of {pluralize(total, 'report', 'reports')}.
        </p>
      )}
    </section>
  );
}
