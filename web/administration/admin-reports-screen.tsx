import { REPORT_SUBJECTS, type ReportSubject } from '@scoville/contract/report-life.ts';
import { type ReportCase, ReportQueue } from '@scoville/contract/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { momentText, pluralize } from '../lib/words.ts';
import { REASON_WORDS, STATE_WORDS, SUBJECT_WORDS } from '../reports/report-words.ts';
import { Chip } from '../ui/chips.tsx';
import { Pagination, usePageWithin } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table, TableCell, TableHead, TableRow } from '../ui/table.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { PAGE, reportsQuery } from './administration.calls.ts';
import { ReportCaseDialog } from './report-case-dialog.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

const route = getRouteApi('/admin/reports');

const QUEUE_WORDS: Record<ReportQueue, string> = { waiting: 'Waiting', decided: 'Decided' };

/** What was reported, ten to a page; page, queue and kind stand in the address. */
export function AdminReportsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<string | null>(null);
  const page = search.page ?? 1;
  const queue = ReportQueue.safeParse(search.filter).data ?? 'waiting';
  const kind = REPORT_SUBJECTS.find((one) => one === search.kind);
  const list = useQuery(reportsQuery({ page, queue, kind }));
  const go = (to: { page?: number; filter?: ReportQueue; kind?: ReportSubject | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...to }), replace: true, resetScroll: false });
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  usePageWithin({ page, size: PAGE, total }, (last) => go({ page: last }));

  return (
    <AdminFrame title="Reports">
      <div className="flex flex-wrap items-end gap-3">
        {ReportQueue.options.map((name) => (
          <Chip key={name} pressed={queue === name} onClick={() => go({ filter: name })}>
            {QUEUE_WORDS[name]}
          </Chip>
        ))}
        <div className="w-full sm:w-60">
          <Select
            label="Of"
            placeholder="Everything"
            options={REPORT_SUBJECTS.map((value) => ({ value, label: SUBJECT_WORDS[value] }))}
            value={kind ?? ''}
            onChange={(event) => go({ kind: REPORT_SUBJECTS.find((one) => one === event.target.value) })}
          />
        </div>
      </div>
      {list.isError ? (
        <ErrorState message="The reports could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : (
        <>
          {list.data.cases.length === 0 ? (
            <EmptyState>{queue === 'waiting' ? 'No report waits.' : 'Nothing was decided yet.'}</EmptyState>
          ) : (
            <Cases cases={list.data.cases} onOpen={setShown} />
          )}
          <Pagination
            label="Pages of reports"
            page={page}
            size={PAGE}
            total={list.data.total}
            onPage={(next) => go({ page: next })}
          />
        </>
      )}
      {shown !== null && <ReportCaseDialog id={shown} onClose={() => setShown(null)} />}
    </AdminFrame>
  );
}

function Cases({ cases, onOpen }: { cases: readonly ReportCase[]; onOpen: (id: string) => void }) {
  return (
    <Table caption="Reports">
      <thead>
        <tr>
          <TableHead>What</TableHead>
          <TableHead>Kind</TableHead>
          <TableHead>Whose</TableHead>
          <TableHead>Why</TableHead>
          <TableHead>State</TableHead>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <TableRow key={one.id} data-case={one.id}>
            <TableCell className="max-md:col-span-full max-md:pl-3! md:min-w-64">
              <button
                type="button"
                className="min-h-10 text-left font-[550] wrap-anywhere hover:underline md:min-h-0"
                onClick={() => onOpen(one.id)}
              >
                {one.excerpt.title}
              </button>
              {one.excerpt.text !== '' && (
                <span className="line-clamp-2 text-caption wrap-anywhere text-muted">{one.excerpt.text}</span>
              )}
            </TableCell>
            <TableCell name="Kind">{SUBJECT_WORDS[one.subject.kind]}</TableCell>
            <TableCell name="Whose" className="wrap-anywhere">
              {one.reported.name ?? 'Deleted User'}
            </TableCell>
            <TableCell name="Why" className="md:min-w-48">
              {one.reasons.map((reason) => REASON_WORDS[reason]).join(', ')}
              <span className="block text-caption text-muted">{pluralize(one.reports, 'report', 'reports')}</span>
            </TableCell>
            <TableCell name="State">
              {STATE_WORDS[one.state]}
              <span className="block text-caption whitespace-nowrap text-muted">{momentText(one.changedOn)}</span>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
