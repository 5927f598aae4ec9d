import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { PlanSubscription, ProviderEvent } from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { momentText } from '../../platform/lib/format.ts';
import { amountText } from '../../accounts/plans/plan-text.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { planSubscriptionQuery } from './administration.calls.ts';

/** PayPal's events in plain words; an event that is missing here is shown by PayPal's name. */
const EVENT_WORDS: Record<string, string> = {
  'BILLING.SUBSCRIPTION.CREATED': 'Subscription created',
  'BILLING.SUBSCRIPTION.ACTIVATED': 'Subscription activated',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED': 'Subscription activated again',
  'BILLING.SUBSCRIPTION.UPDATED': 'Subscription changed',
  'BILLING.SUBSCRIPTION.SUSPENDED': 'Subscription suspended',
  'BILLING.SUBSCRIPTION.CANCELLED': 'Subscription cancelled',
  'BILLING.SUBSCRIPTION.EXPIRED': 'Subscription expired',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': 'Payment failed',
  'PAYMENT.SALE.COMPLETED': 'Payment received',
  'PAYMENT.SALE.PENDING': 'Payment pending',
  'PAYMENT.SALE.DENIED': 'Payment denied',
  'PAYMENT.SALE.REFUNDED': 'Payment refunded',
  'PAYMENT.SALE.REVERSED': 'Payment reversed',
};

interface SubscriptionDialogProps {
  shown: PlanSubscription;
  planName: string;
  onClose: () => void;
  /** The status of the subscription. */
  children: ReactNode;
}

/** One subscription with the events that the payment provider reported, oldest first. */
export function SubscriptionDialog({ shown, planName, onClose, children }: SubscriptionDialogProps) {
  const { data, isLoadingError, refetch } = useQuery(planSubscriptionQuery(shown.id));
  const facts: [string, ReactNode][] = [
    ['Plan', planName],
    ['Status', children],
    ['First approved', shown.activatedOn === null ? 'Never' : momentText(shown.activatedOn)],
    ['Next charge', shown.nextBillingOn === null ? 'None' : momentText(shown.nextBillingOn)],
    ['PayPal ID', shown.providerId],
    ['Paid from', data?.payerEmail ?? 'Unknown'],
  ];
  return (
    <Dialog
      title={sentence`Subscription of ${shown.user.name ?? 'Deleted User'}`}
      width="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-1 font-[650]">Events</h3>
      {isLoadingError ? (
        <ErrorState message="The events could not be loaded." onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label="Loading the events">
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : data.events.length === 0 ? (
        <EmptyState>No events from PayPal yet.</EmptyState>
      ) : (
        <Events events={data.events} total={data.eventTotal} />
      )}
    </Dialog>
  );
}

function Events({ events, total }: { events: readonly ProviderEvent[]; total: number }) {
  return (
    <>
      {total > events.length && (
        <p className="text-muted">
          The latest {events.length} of {total}.
        </p>
      )}
      <ol aria-label="Events" className="flex flex-col">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
            <span>
              {EVENT_WORDS[event.type] ?? event.type}
              {event.amount !== null && event.currency !== null && (
                <span className="tabular"> {amountText(event.amount, event.currency)}</span>
              )}
            </span>
            <span className="text-muted">{momentText(event.occurredOn)}</span>
            <span className="w-full text-caption wrap-anywhere text-muted">
              {event.id}
              {event.appliedOn === null && ', waiting to be applied'}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
