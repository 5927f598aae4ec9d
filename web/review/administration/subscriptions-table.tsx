import type { PlanStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import type { PlanSubscription } from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { dayText, momentText } from '../../platform/lib/format.ts';
import { type Column, DataTable } from './data-table.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { RowTitle } from './row-title.tsx';

export const PLAN_STATUS_LABELS: Record<PlanStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  'past-due': 'Payment failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/** A page of paid plans; each row opens the events that the payment provider reported. */
export function SubscriptionsTable({ subscriptions }: { subscriptions: readonly PlanSubscription[] }) {
  const [shown, setShown] = useState<PlanSubscription | null>(null);
  const { plans } = useSettings().subscriptions;
  const planName = (type: string) => plans.find((plan) => plan.type === type)?.displayName ?? type;
  const columns: Column<PlanSubscription>[] = [
    {
      name: 'Subscriber',
      kind: 'title',
      render: (one) => (
        <>
          <RowTitle
            title={one.user.name ?? 'Deleted User'}
            label={`Events of the subscription of ${one.user.name ?? 'Deleted User'}`}
            onOpen={() => setShown(one)}
          />
          <span className="block text-caption text-muted">{one.user.email}</span>
        </>
      ),
    },
    { name: 'Plan', nowrap: true, render: ({ plan }) => planName(plan) },
    { name: 'Status', className: 'md:min-w-40', render: (one) => <Status subscription={one} /> },
    {
      name: 'Next charge',
      nowrap: true,
      render: ({ nextBillingOn: next }) => (next === null ? <span className="text-muted">None</span> : dayText(next)),
    },
    { name: 'Chosen', nowrap: true, render: ({ createdOn }) => momentText(createdOn) },
  ];
  return (
    <>
      <DataTable
        caption="Subscriptions"
        columns={columns}
        rows={subscriptions}
        mark={({ id }) => ({ 'data-subscription': id })}
      />
      {shown && (
        <SubscriptionDialog shown={shown} planName={planName(shown.plan)} onClose={() => setShown(null)}>
          <Status subscription={shown} />
        </SubscriptionDialog>
      )}
    </>
  );
}

/** The status of a subscription, with its start or the end of its grace period. */
function Status({ subscription: { status, since, graceUntil } }: { subscription: PlanSubscription }) {
  return (
    <>
      <span className={status === 'past-due' ? 'text-error' : undefined}>{PLAN_STATUS_LABELS[status]}</span>
      <span className="block text-caption text-muted">
        {graceUntil === null ? `since ${dayText(since)}` : `kept until ${dayText(graceUntil)}`}
      </span>
    </>
  );
}
