import { ADMIN_MEDIA_FILTERS, AdminMediaFilter } from '@scoville/contract/review/administration.ts';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../platform/ui/chips.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { adminMediaQuery } from './administration.calls.ts';
import { MediaTable } from './media-table.tsx';
import { TablePage, useTablePage } from './table-page.tsx';
import { TableTools } from './table-tools.tsx';

const LABELS: Record<AdminMediaFilter, string> = {
  published: 'Published',
  unpublished: 'Un-Published',
  'under-review': 'Under review',
  rejected: 'Rejected',
};

/** All songs and videos, ten to a page; page, search and filter are kept in the address. */
export function AdminMediaScreen() {
  const table = useTablePage();
  const filter = AdminMediaFilter.safeParse(table.filter).data;
  const list = useQuery(adminMediaQuery({ ...table, filter }));
  return (
    <AdminFrame title="Administer Media">
      <TableTools label="Search by title" q={table.q} onSearch={table.onSearch}>
        {ADMIN_MEDIA_FILTERS.map((name) => (
          <Chip key={name} pressed={filter === name} onClick={() => table.onFilter(filter === name ? undefined : name)}>
            {LABELS[name]}
          </Chip>
        ))}
      </TableTools>
      <TablePage table={table} list={list} what="media">
        {({ media }) =>
          media.length === 0 ? (
            <EmptyState>
              {table.isPart ? 'No media matches this.' : 'There is currently no media on the platform.'}
            </EmptyState>
          ) : (
            <MediaTable key={table.key} media={media} />
          )
        }
      </TablePage>
    </AdminFrame>
  );
}
