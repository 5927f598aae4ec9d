import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PlanStatus } from './subscription-state.ts';
import { Id, Time } from './values.ts';

/** A plan that an account chose, as its owner sees it. */
export const ChosenPlan = z.object({
  id: Id,
  plan: z.string(),
  status: PlanStatus,
  /** Where its payment is approved, at the provider; null when there is nothing to approve. */
  approveUrl: z.nullable(z.url()),
  /** The next charge, as the provider announced it. */
  nextBillingOn: z.nullable(Time),
  /** Until when the plan is kept although a payment failed. */
  graceUntil: z.nullable(Time),
  /** It was approved, and its first payment failed: the provider tries again by itself. */
  firstPaymentFailed: z.boolean(),
  createdOn: Time,
});
export type ChosenPlan = z.infer<typeof ChosenPlan>;

/** What an account pays for, and what it chose and did not pay for yet. */
export const PaidPlan = z.object({
  current: z.nullable(ChosenPlan),
  pending: z.nullable(ChosenPlan),
  /** The plan whose limits and perks it has, where an administrator gave it another than what it pays for; else null. */
  assigned: z.nullable(z.string()),
});
export type PaidPlan = z.infer<typeof PaidPlan>;

const ById = z.object({ id: Id });
const Choice = z.object({ plan: z.string().check(z.maxLength(100)) });
/** What the caller has afterwards, and where to go for the provider's approval; null when none is needed. */
const Outcome = z.object({ ...PaidPlan.shape, approveUrl: z.nullable(z.url()), message: z.string() });

/** What is said when a choice that waited for its approval is given up. */
export const DISCARDED = 'Your choice was discarded.';
export const CANCELLED = 'Successfully cancelled subscription.';

export const paidPlan = endpoint({
  method: 'GET',
  path: '/api/subscription',
  access: 'member',
  summary: 'The plan that the caller pays for, and the one that waits for their approval',
  reply: PaidPlan,
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/subscription',
  access: 'member',
  summary: 'Choose a plan: pending until its payment is approved at approveUrl, the payment provider’s page',
  perMinute: 20,
  body: Choice,
  reply: Outcome,
});

export const confirmPlan = endpoint({
  method: 'POST',
  path: '/api/subscription/confirm/:id',
  access: 'member',
  summary: 'Ask the payment provider what became of one’s own subscription: it says so itself too, a little later',
  perMinute: 60,
  params: ById,
  reply: PaidPlan,
});

export const revisePlan = endpoint({
  method: 'PUT',
  path: '/api/subscription/revise/:id',
  access: 'member',
  summary:
    'Change one’s own subscription to another plan, at once or after the provider’s approval; the base plan cancels its charges',
  perMinute: 20,
  params: ById,
  body: Choice,
  reply: Outcome,
});

export const cancelPlan = endpoint({
  method: 'DELETE',
  path: '/api/subscription/cancel/:id',
  access: 'member',
  summary: 'Cancel one’s own subscription, or a choice that waits for approval; again is the same',
  params: ById,
  reply: z.object({ ...PaidPlan.shape, message: z.string() }),
});
