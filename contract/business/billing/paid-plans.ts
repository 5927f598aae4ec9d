import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { PlanStatus } from './subscription-state.ts';
import { Id, Time } from '../../platform/lib/values.ts';

/** A plan that an account chose, as its owner sees it. */
export const ChosenPlan = z.object({
  id: Id,
  plan: z.string(),
  status: PlanStatus,
  /** The provider's page for approving the payment; null if there is nothing to approve. */
  approveUrl: z.nullable(z.url()),
  /** The next charge, as the provider announced it. */
  nextBillingOn: z.nullable(Time),
  /** Until when the plan is kept despite a failed payment. */
  graceUntil: z.nullable(Time),
  /** True if the plan was approved but its first payment failed; the provider retries it automatically. */
  firstPaymentFailed: z.boolean(),
  createdOn: Time,
});
export type ChosenPlan = z.infer<typeof ChosenPlan>;

/** The plan that an account pays for, and the one it chose but hasn't paid for yet. */
export const PaidPlan = z.object({
  current: z.nullable(ChosenPlan),
  pending: z.nullable(ChosenPlan),
  /**
   * The plan whose limits and perks the account has, if an administrator assigned one that differs from the paid plan;
   * otherwise null.
   */
  assigned: z.nullable(z.string()),
});
export type PaidPlan = z.infer<typeof PaidPlan>;

const ById = z.object({ id: Id });
const Choice = z.object({ plan: z.string().check(z.maxLength(100)) });
/** The caller's plans afterwards, and the provider's page for approval, which is null if no approval is needed. */
const Outcome = z.object({ ...PaidPlan.shape, approveUrl: z.nullable(z.url()), message: z.string() });

/** The message for discarding a choice that awaits its approval. */
export const DISCARDED = 'Your choice was discarded.';
export const CANCELLED = 'Successfully cancelled subscription.';

export const paidPlan = endpoint({
  method: 'GET',
  path: '/api/subscription',
  access: 'member',
  summary: 'Get the plan that you pay for, and the one that awaits your approval',
  reply: PaidPlan,
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/subscription',
  access: 'member',
  summary: 'Choose a plan; it is pending until its payment is approved at `approveUrl`, the provider’s page',
  perMinute: 20,
  body: Choice,
  reply: Outcome,
});

export const confirmPlan = endpoint({
  method: 'POST',
  path: '/api/subscription/confirm/:id',
  access: 'member',
  summary: 'Fetch the state of your own subscription from the payment provider, before its notification arrives',
  perMinute: 60,
  params: ById,
  reply: PaidPlan,
});

export const revisePlan = endpoint({
  method: 'PUT',
  path: '/api/subscription/revise/:id',
  access: 'member',
  summary: 'Change your own subscription to another plan, at once or after approval; the base plan cancels charges',
  perMinute: 20,
  params: ById,
  body: Choice,
  reply: Outcome,
});

export const cancelPlan = endpoint({
  method: 'DELETE',
  path: '/api/subscription/cancel/:id',
  access: 'member',
  summary: 'Cancel your own subscription, or a choice that awaits approval; repeated calls change nothing',
  params: ById,
  reply: z.object({ ...PaidPlan.shape, message: z.string() }),
});
