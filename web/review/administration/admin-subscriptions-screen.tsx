import { PlanStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import { useQuery } from '@tanstack/react-query';
import { planSubscriptionsQuery } from './administration.calls.ts';
import { PLAN_STATUS_LABELS, SubscriptionsTable } from './subscriptions-table.tsx';
import { TableScreen, useTablePage } from './table-page.tsx';
import { FilterChips } from './table-tools.tsx';

/** Every paid plan that was ever chosen, ten to a page; page, search and filter are kept in the address. */
export function AdminSubscriptionsScreen() {
  const table = useTablePage();
  const status = PlanStatus.safeParse(table.filter).data;
  const list = useQuery(planSubscriptionsQuery({ page: table.page, q: table.q, status }));
  return (
    <TableScreen
      title="Administer Subscriptions"
      search="Name, email or PayPal ID"
      filters={
        <FilterChips labels={PLAN_STATUS_LABELS} names={PlanStatus.options} chosen={status} onFilter={table.onFilter} />
      }
      table={table}
      query={list}
      what="subscriptions"
      rowsOf={({ subscriptions }) => subscriptions}
      none={table.isPart ? 'No subscription matches this.' : 'Nobody has chosen a paid plan yet.'}
    >
      {(subscriptions) => <SubscriptionsTable subscriptions={subscriptions} />}
    </TableScreen>
  );
}
