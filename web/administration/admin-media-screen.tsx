import { ADMIN_MEDIA_FILTERS, AdminMediaFilter } from '@scoville/contract/administration.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Chip } from '../ui/chips.tsx';
import { Pagination, usePageWithin } from '../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { PAGE, adminMediaQuery } from './administration.calls.ts';
import { MediaTable } from './media-table.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableTools } from './table-tools.tsx';

const route = getRouteApi('/admin/media');
const LABELS: Record<AdminMediaFilter, string> = {
  published: 'Published',
  unpublished: 'Un-Published',
  'under-review': 'Under review',
  rejected: 'Rejected',
};

/** All media, ten to a page; page, search and filter stand in the address. */
export function AdminMediaScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = search.page ?? 1;
  const q = search.q ?? '';
  const filter = AdminMediaFilter.safeParse(search.filter).data;
  const list = useQuery(adminMediaQuery({ page, q, filter }));
  const go = (to: { page?: number; q?: string | undefined; filter?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...to }), replace: true, resetScroll: false });
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  usePageWithin({ page, size: PAGE, total }, (last) => go({ page: last }));

  return (
    <AdminFrame title="Administer Media">
      <TableTools label="Search by title" q={q} onSearch={(typed) => go({ q: typed || undefined })}>
        {ADMIN_MEDIA_FILTERS.map((name) => (
          <Chip key={name} pressed={filter === name} onClick={() => go({ filter: filter === name ? undefined : name })}>
            {LABELS[name]}
          </Chip>
        ))}
      </TableTools>
      {list.isError ? (
        <ErrorState message="The media could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : (
        <>
          {list.data.media.length === 0 ? (
            <EmptyState>
              {q || filter || page > 1 ? 'No media matches this.' : 'There is currently no media on the platform.'}
            </EmptyState>
          ) : (
            <MediaTable key={`${page} ${q} ${filter}`} media={list.data.media} />
          )}
          <Pagination
            label="Pages of media"
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
