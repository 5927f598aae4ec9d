import { ACTS, Act, type AuditEntry } from '@scoville/contract/accounts/audit.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { momentText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Select } from '../../platform/ui/select.tsx';
import { actDetails } from './act-details.ts';
import { auditQuery } from './administration.calls.ts';
import { type Column, DataTable } from './data-table.tsx';
import { TableScreen, useTablePage } from './table-page.tsx';

const route = getRouteApi('/admin/audit');

const WORDS: Record<Act, string> = {
  'changed-user': 'Changed an account',
  'changed-email': 'Changed the email of a user',
  'deleted-user': 'Deleted an account',
  'suspended-user': 'Suspended an account',
  'lifted-suspension': 'Lifted a suspension',
  'removed-second-factor': 'Removed a second factor',
  'changed-media': 'Changed or scored a media',
  'rejected-media': 'Rejected a media',
  'handed-over-review': 'Handed over a review',
  'reopened-review': 'Had a media reviewed again',
  'deleted-media': 'Deleted a media',
  'ordered-media': 'Rearranged a musician’s media',
  'ordered-playlist': 'Rearranged the media of a genre or mood',
  'ordered-categories': 'Rearranged genres or moods',
  'changed-picture': 'Changed a picture',
  'deleted-comment': 'Deleted a comment',
  'deleted-post': 'Deleted a post',
  'wrote-system-message': 'Wrote the system message',
  'removed-system-message': 'Removed the system message',
  'uploaded-ad': 'Uploaded an ad',
  'changed-ad': 'Changed an ad',
  'deleted-ad': 'Deleted an ad',
  'ordered-ads': 'Rearranged the ads',
  'changed-ad-settings': 'Changed the ad settings',
  'sent-ad-stats': 'Emailed an ad’s statistics',
  'retried-mail': 'Resent an email',
  'cancelled-mail': 'Cancelled an email',
  'lifted-refusal': 'Resumed mail to an address',
  'changed-jobs': 'Changed jobs in the queue',
  'decided-report': 'Decided a report',
  'started-bulk-action': 'Started a bulk action',
};

/**
 * The audit log of administrators and reviewers, ten entries to a page; page, search and filters are kept in the
 * address. It is read-only.
 */
export function AdminAuditScreen() {
  const table = useTablePage();
  const act = Act.safeParse(table.filter).data;
  const navigate = route.useNavigate();
  const { actor: named = '' } = route.useSearch();
  const actor = isId(named) ? named : undefined;
  const list = useQuery(auditQuery({ page: table.page, q: table.q, act, actor }));
  const onEverybody = () =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, actor: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <TableScreen
      title="Audit Log"
      search="Search by name"
      filters={
        <>
          <div className="w-full sm:w-72">
            <Select
              label="Action"
              placeholder="All actions"
              options={ACTS.map((value) => ({ value, label: WORDS[value] }))}
              value={act ?? ''}
              onChange={(event) => table.onFilter(event.target.value)}
            />
          </div>
          {actor !== undefined && <Button onClick={onEverybody}>Actions by everybody</Button>}
        </>
      }
      table={table}
      query={list}
      what="audit log"
      rowsOf={({ entries }) => entries}
      none={table.isPart || actor !== undefined ? 'No action matches this.' : 'Nobody has done anything yet.'}
    >
      {(entries) => (
        <DataTable caption="Audit log" columns={COLUMNS} rows={entries} mark={({ act: of }) => ({ 'data-act': of })} />
      )}
    </TableScreen>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'When', nowrap: true, render: ({ createdOn }) => momentText(createdOn) },
  {
    name: 'Who',
    render: ({ actor }) => (
      <Link
        from="/admin/audit"
        to="."
        search={(before) => ({ ...before, page: undefined, actor: actor.id })}
        className="inline-flex min-h-10 items-center font-[550] wrap-anywhere hover:underline md:min-h-0"
      >
        {actor.name ?? 'Deleted User'}
      </Link>
    ),
  },
  { name: 'Action', render: ({ act }) => WORDS[act] },
  {
    name: 'What',
    className: 'md:min-w-72',
    render: ({ subject, details }) => (
      <>
        <span className="wrap-anywhere">
          {subject.name ?? (subject.kind === 'user' ? 'Deleted User' : subject.kind.replace('-', ' '))}
        </span>
        <span className="block text-caption wrap-anywhere text-muted">{actDetails(details)}</span>
      </>
    ),
  },
];
