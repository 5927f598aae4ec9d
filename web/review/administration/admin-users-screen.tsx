import { USER_FILTERS, UserFilter } from '@scoville/contract/accounts/users/user-list.ts';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from './administration.calls.ts';
import { TableScreen, useTablePage } from './table-page.tsx';
import { FilterChips } from './table-tools.tsx';
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
    <TableScreen
      title="Administer Users"
      search="Search by name or email"
      filters={<FilterChips labels={LABELS} names={USER_FILTERS} chosen={filter} onFilter={table.onFilter} />}
      table={table}
      query={list}
      what="users"
      rowsOf={({ users }) => users}
      none="No user matches this."
    >
      {(users) => <UsersTable key={table.key} users={users} />}
    </TableScreen>
  );
}
