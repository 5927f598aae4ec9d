import { PlanStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../platform/ui/chips.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { planSubscriptionsQuery } from './administration.calls.ts';
import { PLAN_STATUS_LABELS, SubscriptionsTable } from './subscriptions-table.tsx';
import { TablePage, useTablePage } from './table-page.tsx';
import { TableTools } from './table-tools.tsx';

/** Every paid plan that was ever chosen, ten to a page; page, search and filter are kept in the address. */
export function AdminSubscriptionsScreen() {
  const table = useTablePage();
  const status = PlanStatus.safeParse(table.filter).data;
  const list = useQuery(planSubscriptionsQuery({ page: table.page, q: table.q, status }));
  return (
    <AdminFrame title="Administer Subscriptions">
      <TableTools label="Name, email or PayPal ID" q={table.q} onSearch={table.onSearch}>
        {PlanStatus.options.map((name) => (
          <Chip key={name} pressed={status === name} onClick={() => table.onFilter(status === name ? undefined : name)}>
            {PLAN_STATUS_LABELS[name]}
          </Chip>
        ))}
      </TableTools>
      <TablePage table={table} list={list} what="subscriptions">
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <EmptyState>
              {table.isPart ? 'No subscription matches this.' : 'Nobody has chosen a paid plan yet.'}
            </EmptyState>
          ) : (
            <SubscriptionsTable subscriptions={subscriptions} />
          )
        }
      </TablePage>
    </AdminFrame>
  );
}
