import { ADMIN_MEDIA_FILTERS, AdminMediaFilter } from '@scoville/contract/review/administration.ts';
import { useQuery } from '@tanstack/react-query';
import { adminMediaQuery } from './administration.calls.ts';
import { MediaTable } from './media-table.tsx';
import { TableScreen, useTablePage } from './table-page.tsx';
import { FilterChips } from './table-tools.tsx';

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
    <TableScreen
      title="Administer Media"
      search="Search by title"
      filters={<FilterChips labels={LABELS} names={ADMIN_MEDIA_FILTERS} chosen={filter} onFilter={table.onFilter} />}
      table={table}
      query={list}
      what="media"
      rowsOf={({ media }) => media}
      none={table.isPart ? 'No media matches this.' : 'There is currently no media on the platform.'}
    >
      {(media) => <MediaTable key={table.key} media={media} />}
    </TableScreen>
  );
}
