import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PlanStatus } from './subscription-state.ts';
import { Id, PageQuery, Paging, Time, text } from './values.ts';

/** A plan that somebody chose, as administrators see it. */
export const PlanSubscription = z.object({
  id: Id,
  /** `name` and `email` are null once the account is deleted. */
  user: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  plan: z.string(),
  status: PlanStatus,
  /** When it came into this status. */
  since: Time,
  createdOn: Time,
  /** When its payment was first approved; null until then. */
  activatedOn: z.nullable(Time),
  nextBillingOn: z.nullable(Time),
  graceUntil: z.nullable(Time),
  /** Its name at the payment provider; plans before and after a change share it. */
  providerId: z.string(),
});
export type PlanSubscription = z.infer<typeof PlanSubscription>;

/** What the payment provider told us of a subscription. */
export const ProviderEvent = z.object({
  id: z.string(),
  /** In the provider's own words, such as `PAYMENT.SALE.COMPLETED`. */
  type: z.string(),
  occurredOn: Time,
  receivedOn: Time,
  /** Null until it had its effects. */
  appliedOn: z.nullable(Time),
  /** Minor units; of payments alone. */
  amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

/** Events that a subscription's detail shows at the most: the latest. */
export const MAX_EVENTS = 200;

export const planSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  access: 'admin',
  summary:
    'Every plan that was ever chosen, newest first, filtered by its status, by words of its owner’s name, by the beginning of its owner’s email, and by its whole name at the payment provider',
  query: z.object({ q: z.optional(text(80)), status: z.optional(PlanStatus), ...PageQuery }),
  reply: z.object({ subscriptions: z.array(PlanSubscription), total: z.int(), paging: Paging }),
});

export const planSubscription = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions/:id',
  access: 'admin',
  summary: `One of them with what the payment provider told of it, in order: the latest ${MAX_EVENTS} events`,
  params: z.object({ id: Id }),
  reply: z.object({
    subscription: PlanSubscription,
    payerEmail: z.nullable(z.string()),
    /** When the provider was last asked how it stands. */
    checkedOn: Time,
    events: z.array(ProviderEvent),
    /** With those that are not shown. */
    eventTotal: z.int(),
  }),
});
