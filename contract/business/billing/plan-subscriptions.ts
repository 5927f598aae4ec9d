import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { PlanStatus } from './subscription-state.ts';
import { Id, PageQuery, Paging, Time, text } from '../../platform/lib/values.ts';

/** A plan that a user chose, as administrators see it. */
export const PlanSubscription = z.object({
  id: Id,
  /** `name` and `email` are null once the account is deleted. */
  user: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  plan: z.string(),
  status: PlanStatus,
  /** When the plan entered this status. */
  since: Time,
  createdOn: Time,
  /** When the plan was first paid for; null until then. */
  activatedOn: z.nullable(Time),
  nextBillingOn: z.nullable(Time),
  graceUntil: z.nullable(Time),
  /** The id of the subscription at the payment provider. The plans before and after a change have the same id. */
  providerId: z.string(),
});
export type PlanSubscription = z.infer<typeof PlanSubscription>;

/** A notification from the payment provider about a subscription. */
export const ProviderEvent = z.object({
  id: z.string(),
  /** The provider's type of the event, such as `PAYMENT.SALE.COMPLETED`. */
  type: z.string(),
  occurredOn: Time,
  receivedOn: Time,
  /** Null until the event has been applied. */
  appliedOn: z.nullable(Time),
  /** In minor units; only for payments. */
  amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

/** Maximum number of events in a subscription's detail; the latest are returned. */
export const MAX_EVENTS = 200;

/**
 * `q` matches words of the owner's name, the beginning of the owner's email, or the full id at the payment provider.
 */
export const planSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  access: 'admin',
  summary: 'List all plans ever chosen, newest first, filtered by status, owner or the payment provider’s id',
  query: z.object({ q: z.optional(text(80)), status: z.optional(PlanStatus), ...PageQuery }),
  reply: z.object({ subscriptions: z.array(PlanSubscription), total: z.int(), paging: Paging }),
});

export const planSubscription = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions/:id',
  access: 'admin',
  summary: `Get one subscription with the latest ${MAX_EVENTS} events from the payment provider, in order`,
  params: z.object({ id: Id }),
  reply: z.object({
    subscription: PlanSubscription,
    payerEmail: z.nullable(z.string()),
    /** When the state was last fetched from the provider. */
    checkedOn: Time,
    events: z.array(ProviderEvent),
    /** The number of all events, including those not returned. */
    eventTotal: z.int(),
  }),
});
