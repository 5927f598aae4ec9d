import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Pagination, usePageWithin } from '../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { PAGE, usersQuery } from './administration.calls.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableTools } from './table-tools.tsx';
import { UsersTable } from './users-table.tsx';

const route = getRouteApi('/admin/users');

/** All accounts, ten to a page; page and search stand in the address. */
export function AdminUsersScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = search.page ?? 1;
  const q = search.q ?? '';
  const list = useQuery(usersQuery({ page, q }));
  const go = (to: { page?: number; q?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...to }), replace: true, resetScroll: false });
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  usePageWithin({ page, size: PAGE, total }, (last) => go({ page: last }));

  return (
    <AdminFrame title="Administer Users">
      <TableTools label="Search by name or email" q={q} onSearch={(typed) => go({ q: typed || undefined })} />
      {list.isError ? (
        <ErrorState message="The users could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : (
        <>
          {list.data.users.length === 0 ? (
            <EmptyState>No user matches this.</EmptyState>
          ) : (
            <UsersTable key={`${page} ${q}`} users={list.data.users} />
          )}
          <Pagination
            label="Pages of users"
            page={page}
            size={PAGE}
            total={list.data.total}
            onPage={(next) => go({ page: next })}
          />
        </>
      )}
    </AdminFrame>
  );
}
