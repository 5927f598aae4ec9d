import { MAIL_STATES, MailState } from '@scoville/contract/outbox.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pluralize } from '../lib/words.ts';
import { Chip } from '../ui/chips.tsx';
import { Pagination, usePageWithin } from '../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { PAGE, outboxQuery } from './administration.calls.ts';
import { MailTable, STATE_WORDS } from './mail-table.tsx';
import { Notices } from './notices.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

const route = getRouteApi('/admin/mail');

/** What was mailed, what waits and what failed, ten to a page; page and filter stand in the address. */
export function AdminMailScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = search.page ?? 1;
  const state = MailState.safeParse(search.filter).data;
  const list = useQuery(outboxQuery({ page, state }));
  const go = (to: { page?: number; filter?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...to }), replace: true, resetScroll: false });
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  usePageWithin({ page, size: PAGE, total }, (last) => go({ page: last }));

  return (
    <div className="flex flex-col gap-5 py-8">
      <h1 className="text-head">Administer Mail</h1>
      <AdminTabs />
      <Notices />
      <div className="flex flex-wrap gap-3">
        {MAIL_STATES.map((name) => (
          <Chip key={name} pressed={state === name} onClick={() => go({ filter: state === name ? undefined : name })}>
            {STATE_WORDS[name]}
          </Chip>
        ))}
      </div>
      {list.isError ? (
        <ErrorState message="The mail could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : (
        <>
          {list.data.refusedAddresses > 0 && (
            <p className="max-w-[80ch] text-muted">
              {pluralize(list.data.refusedAddresses, 'address refuses', 'addresses refuse')} our mail. Nothing that can
              be turned off is sent there until another mail is taken.
            </p>
          )}
          {list.data.mail.length === 0 ? (
            <EmptyState>{state || page > 1 ? 'No mail is in this state.' : 'Nothing has been mailed yet.'}</EmptyState>
          ) : (
            <MailTable mail={list.data.mail} />
          )}
          <Pagination
            label="Pages of mail"
            page={page}
            size={PAGE}
            total={list.data.total}
            onPage={(next) => go({ page: next })}
          />
        </>
      )}
    </div>
  );
}
