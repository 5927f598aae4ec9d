import type { PlanStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import type { PlanSubscription } from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { dayText, momentText } from '../../platform/lib/format.ts';
import { Table, TableCell, TableHead, TableRow } from '../../platform/ui/table.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { TitleCell } from './title-cell.tsx';

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
  return (
    <>
      <Table caption="Subscriptions">
        <thead>
          <tr>
            <TableHead>Subscriber</TableHead>
            <TableHead>Plan</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Next charge</TableHead>
            <TableHead>Chosen</TableHead>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((one) => (
            <TableRow key={one.id} data-subscription={one.id}>
              <TitleCell
                title={one.user.name ?? 'Deleted User'}
                label={`Events of the subscription of ${one.user.name ?? 'Deleted User'}`}
                onOpen={() => setShown(one)}
              >
                <span className="block text-caption text-muted">{one.user.email}</span>
              </TitleCell>
              <TableCell name="Plan" className="whitespace-nowrap">
                {planName(one.plan)}
              </TableCell>
              <TableCell name="Status" className="md:min-w-40">
                <Status subscription={one} />
              </TableCell>
              <TableCell name="Next charge" className="whitespace-nowrap">
                {one.nextBillingOn === null ? <span className="text-muted">None</span> : dayText(one.nextBillingOn)}
              </TableCell>
              <TableCell name="Chosen" className="whitespace-nowrap">
                {momentText(one.createdOn)}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
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
