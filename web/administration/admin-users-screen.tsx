import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { usersQuery } from './administration.calls.ts';
import { TablePage, useTablePage } from './table-page.tsx';
import { TableTools } from './table-tools.tsx';
import { UsersTable } from './users-table.tsx';

/** All accounts, ten to a page; page and search stand in the address. */
export function AdminUsersScreen() {
  const table = useTablePage();
  const list = useQuery(usersQuery(table));
  return (
    <AdminFrame title="Administer Users">
      <TableTools label="Search by name or email" q={table.q} onSearch={table.onSearch} />
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
