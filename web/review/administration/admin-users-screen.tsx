import { USER_FILTERS, UserFilter } from '@scoville/contract/accounts/users/user-list.ts';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../platform/ui/chips.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { usersQuery } from './administration.calls.ts';
import { TablePage, useTablePage } from './table-page.tsx';
import { TableTools } from './table-tools.tsx';
import { UsersTable } from './users-table.tsx';

const LABELS: Record<UserFilter, string> = {
  administrators: 'Administrators',
  reviewers: 'Certified reviewers',
  paying: 'Paid plans',
  suspended: 'Suspended',
};

/** All accounts, ten to a page; page, search and filter are kept in the address. */
export function AdminUsersScreen() {
  const table = useTablePage();
  const filter = UserFilter.safeParse(table.filter).data;
  const list = useQuery(usersQuery({ ...table, filter }));
  return (
    <AdminFrame title="Administer Users">
      <TableTools label="Search by name or email" q={table.q} onSearch={table.onSearch}>
        {USER_FILTERS.map((name) => (
          <Chip key={name} pressed={filter === name} onClick={() => table.onFilter(filter === name ? undefined : name)}>
            {LABELS[name]}
          </Chip>
        ))}
      </TableTools>
      <TablePage table={table} list={list} what="users">
        {({ users }) =>
          users.length === 0 ? (
            <EmptyState>No user matches this.</EmptyState>
          ) : (
            <UsersTable key={table.key} users={users} />
          )
        }
      </TablePage>
    </AdminFrame>
  );
}
