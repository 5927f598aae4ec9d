import {
  MAX_EVENTS,
  type PlanSubscription,
  planSubscription,
  planSubscriptions,
} from '@scoville/contract/business/billing/plan-subscriptions.ts';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route } from '../../platform/http/route.ts';
import { type SubscriptionRow, findSubscription, listEvents, listSubscriptions } from './all-subscriptions.queries.ts';

const timeText = (at: Date | null): string | null => at?.toISOString() ?? null;

const present = (row: SubscriptionRow): PlanSubscription => ({
  id: row.id,
  user: { id: row.user_id, name: row.user_name, email: row.email },
  plan: row.plan,
  status: row.status,
  since: row.since.toISOString(),
  createdOn: row.created_at.toISOString(),
  activatedOn: timeText(row.activated_at),
  nextBillingOn: timeText(row.next_billing_at),
  graceUntil: timeText(row.grace_until),
  providerId: row.provider_ref,
});

/** Routes for administrators about the paid plans of all accounts. */
export const allSubscriptionsRoutes = ({ db, cursors }: App) => [
  route(planSubscriptions, async ({ query }) => {
    const { q, status } = query;
    const { rows, total, paging } = await readPage(cursors, query, {
      name: `plan subscriptions ${status ?? ''} ${q ?? ''}`,
      size: 10,
      read: (slice: Slice<TimePlace>) => listSubscriptions(db, { q, status, ...slice }),
      placeOf: timePlace,
    });
    return { subscriptions: rows.map(present), total, paging };
  }),

  route(planSubscription, async ({ params }) => {
    const row = await findSubscription(db, params.id);
    if (row === null) throw notFound('This subscription');
    const events = await listEvents(db, row.provider_ref, MAX_EVENTS);
    return {
      subscription: present(row),
      payerEmail: row.payer_email,
      checkedOn: row.checked_at.toISOString(),
      events: events.rows.map((event) => ({
        id: event.id,
        type: event.type,
        occurredOn: event.occurred_at.toISOString(),
        receivedOn: event.received_at.toISOString(),
        appliedOn: timeText(event.applied_at),
        amount: event.amount,
        currency: event.currency,
      })),
      eventTotal: events.total,
    };
  }),
];
