import { REPORT_SUBJECTS, type ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import { type ReportCase, ReportQueue } from '@scoville/contract/community/reports/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { momentText, pluralize } from '../../platform/lib/format.ts';
import { REASON_LABELS, STATE_LABELS, SUBJECT_LABELS } from '../../community/reports/report-labels.ts';
import { Select } from '../../platform/ui/select.tsx';
import { reportsQuery } from './administration.calls.ts';
import { type Column, DataTable } from './data-table.tsx';
import { ReportCaseDialog } from './report-case-dialog.tsx';
import { RowTitle } from './row-title.tsx';
import { TableScreen, useTablePage } from './table-page.tsx';
import { FilterChips } from './table-tools.tsx';

const route = getRouteApi('/admin/reports');

const QUEUE_WORDS: Record<ReportQueue, string> = { waiting: 'Waiting', decided: 'Decided' };

const NONE: Record<ReportQueue, string> = {
  waiting: 'There are no open reports.',
  decided: 'No report has been decided yet.',
};

const kindOf = (value: string | undefined): ReportSubject | undefined => REPORT_SUBJECTS.find((one) => one === value);

/** Reported content, ten cases to a page; page, search, queue and kind are kept in the address. */
export function AdminReportsScreen() {
  const table = useTablePage();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<string | null>(null);
  const queue = ReportQueue.safeParse(table.filter).data ?? 'waiting';
  const kind = kindOf(route.useSearch().kind);
  const list = useQuery(reportsQuery({ page: table.page, q: table.q, queue, kind }));
  const onKind = (value: string) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, kind: kindOf(value) }),
      replace: true,
      resetScroll: false,
    });

  return (
    <TableScreen
      title="Reports"
      search="Search by title or name"
      filters={
        <>
          <FilterChips
            labels={QUEUE_WORDS}
            names={ReportQueue.options}
            chosen={queue}
            // One queue is always shown, so pressing it again keeps it.
            onFilter={(name) => table.onFilter(name ?? queue)}
          />
          <div className="w-full sm:w-60">
            <Select
              label="Kind"
              placeholder="Everything"
              options={REPORT_SUBJECTS.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
              value={kind ?? ''}
              onChange={(event) => onKind(event.target.value)}
            />
          </div>
        </>
      }
      table={table}
      query={list}
      what="reports"
      rowsOf={({ cases }) => cases}
      none={table.q !== '' || kind !== undefined ? 'No report matches this.' : NONE[queue]}
      after={shown !== null && <ReportCaseDialog id={shown} onClose={() => setShown(null)} />}
    >
      {(cases) => (
        <DataTable
          caption="Reports"
          columns={caseColumns(setShown)}
          rows={cases}
          mark={({ id }) => ({ 'data-case': id })}
        />
      )}
    </TableScreen>
  );
}

const caseColumns = (onOpen: (id: string) => void): Column<ReportCase>[] => [
  {
    name: 'Reported item',
    kind: 'title',
    render: ({ id, excerpt }) => (
      <>
        <RowTitle title={excerpt.title} onOpen={() => onOpen(id)} />
        {excerpt.text !== '' && (
          <span className="line-clamp-2 text-caption wrap-anywhere text-muted">{excerpt.text}</span>
        )}
      </>
    ),
  },
  { name: 'Kind', render: ({ subject }) => SUBJECT_LABELS[subject.kind] },
  { name: 'Owner', className: 'wrap-anywhere', render: ({ reported }) => reported.name ?? 'Deleted User' },
  {
    name: 'Reason',
    className: 'md:min-w-48',
    render: ({ reasons, reports }) => (
      <>
        {reasons.map((reason) => REASON_LABELS[reason]).join(', ')}
        <span className="block text-caption text-muted">{pluralize(reports, 'report', 'reports')}</span>
      </>
    ),
  },
  {
    name: 'State',
    render: ({ state, changedOn }) => (
      <>
        {STATE_LABELS[state]}
        <span className="block text-caption whitespace-nowrap text-muted">{momentText(changedOn)}</span>
      </>
    ),
  },
];
