import { REPORT_SUBJECTS, type ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import { type ReportCase, ReportQueue } from '@scoville/contract/community/reports/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { momentText, pluralize } from '../../platform/lib/format.ts';
import { REASON_LABELS, STATE_LABELS, SUBJECT_LABELS } from '../../community/reports/report-labels.ts';
import { Chip } from '../../platform/ui/chips.tsx';
import { Select } from '../../platform/ui/select.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { Table, TableCell, TableHead, TableRow } from '../../platform/ui/table.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { reportsQuery } from './administration.calls.ts';
import { ReportCaseDialog } from './report-case-dialog.tsx';
import { TablePage, useTablePage } from './table-page.tsx';
import { TableTools } from './table-tools.tsx';
import { TitleCell } from './title-cell.tsx';

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
    <AdminFrame title="Reports">
      <TableTools label="Search by title or name" q={table.q} onSearch={table.onSearch}>
        {ReportQueue.options.map((name) => (
          <Chip key={name} pressed={queue === name} onClick={() => table.onFilter(name)}>
            {QUEUE_WORDS[name]}
          </Chip>
        ))}
        <div className="w-full sm:w-60">
          <Select
            label="Kind"
            placeholder="Everything"
            options={REPORT_SUBJECTS.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
            value={kind ?? ''}
            onChange={(event) => onKind(event.target.value)}
          />
        </div>
      </TableTools>
      <TablePage table={table} list={list} what="reports">
        {({ cases }) =>
          cases.length === 0 ? (
            <EmptyState>{table.q !== '' || kind !== undefined ? 'No report matches this.' : NONE[queue]}</EmptyState>
          ) : (
            <Cases cases={cases} onOpen={setShown} />
          )
        }
      </TablePage>
      {shown !== null && <ReportCaseDialog id={shown} onClose={() => setShown(null)} />}
    </AdminFrame>
  );
}

function Cases({ cases, onOpen }: { cases: readonly ReportCase[]; onOpen: (id: string) => void }) {
  return (
    <Table caption="Reports">
      <thead>
        <tr>
          <TableHead>Reported item</TableHead>
          <TableHead>Kind</TableHead>
          <TableHead>Owner</TableHead>
          <TableHead>Reason</TableHead>
          <TableHead>State</TableHead>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <TableRow key={one.id} data-case={one.id}>
            <TitleCell title={one.excerpt.title} onOpen={() => onOpen(one.id)}>
              {one.excerpt.text !== '' && (
                <span className="line-clamp-2 text-caption wrap-anywhere text-muted">{one.excerpt.text}</span>
              )}
            </TitleCell>
            <TableCell name="Kind">{SUBJECT_LABELS[one.subject.kind]}</TableCell>
            <TableCell name="Owner" className="wrap-anywhere">
              {one.reported.name ?? 'Deleted User'}
            </TableCell>
            <TableCell name="Reason" className="md:min-w-48">
              {one.reasons.map((reason) => REASON_LABELS[reason]).join(', ')}
              <span className="block text-caption text-muted">{pluralize(one.reports, 'report', 'reports')}</span>
            </TableCell>
            <TableCell name="State">
              {STATE_LABELS[one.state]}
              <span className="block text-caption whitespace-nowrap text-muted">{momentText(one.changedOn)}</span>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
