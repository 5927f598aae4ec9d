import { PENDING_DAYS, type SubscriptionState } from '@scoville/contract/business/billing/subscription-state.ts';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { Report } from '../provider/paypal-replies.ts';

/** A plan that an account chose. */
export interface PlanSubscription extends SubscriptionState {
  id: string;
  userId: string;
  plan: string;
  /** The subscription's ID at the provider; plans before and after a revision share it. */
  ref: string;
  approveUrl: string | null;
  nextBillingAt: Date | null;
  payerEmail: string | null;
  /** The number of the request whose report was applied last. */
  requestNumber: number;
  createdAt: Date;
}

interface Row extends Omit<PlanSubscription, keyof SubscriptionState> {
  status: SubscriptionState['status'];
  since: Date;
  activatedAt: Date | null;
  graceUntil: Date | null;
  firstPaymentFailed: boolean;
}

const columns = (db: Db) => db`
  id, user_id as "userId", plan, status, provider_ref as ref, approve_url as "approveUrl", since,
  activated_at as "activatedAt", grace_until as "graceUntil", first_payment_failed as "firstPaymentFailed",
  next_billing_at as "nextBillingAt",  payer_email as "payerEmail", as_of as "requestNumber", created_at as "createdAt"`;

const read = ({ since, activatedAt, graceUntil, ...row }: Row): PlanSubscription => ({
  ...row,
  since: since.getTime(),
  activatedAt: activatedAt?.getTime() ?? null,
  graceUntil: graceUntil?.getTime() ?? null,
});

const OPEN = ['pending', 'active', 'past-due'];

/** An account's open plans: at most one in force, and one pending. */
export async function findOpen(db: Db, userId: string): Promise<PlanSubscription[]> {
  const rows = await db<Row[]>`
    select ${columns(db)} from plan_subscriptions where user_id = ${userId} and status = any(${OPEN})`;
  return rows.map(read);
}

/** An account's own subscription in any state; null for another account's. */
export async function findOwn(db: Db, userId: string, id: string): Promise<PlanSubscription | null> {
  const [row] = await db<Row[]>`
    select ${columns(db)} from plan_subscriptions where id = ${id} and user_id = ${userId}`;
  return row ? read(row) : null;
}

/** The account of a subscription at the provider; null if it isn't our subscription, or its account was deleted. */
export async function ownerOf(db: Db, ref: string): Promise<string | null> {
  const [row] = await db<{ userId: string }[]>`
    select user_id as "userId" from plan_subscriptions where provider_ref = ${ref} limit 1`;
  return row?.userId ?? null;
}

/** Every plan of an account that is open, or has this ID at the provider; the latest first. */
export async function listConcerned(tx: Tx, userId: string, ref: string): Promise<PlanSubscription[]> {
  const rows = await tx<Row[]>`
    select ${columns(tx)} from plan_subscriptions
    where user_id = ${userId} and (provider_ref = ${ref} or status = any(${OPEN})) order by created_at desc, id desc`;
  return rows.map(read);
}

export async function insertPlanSubscription(
  tx: Tx,
  row: Pick<PlanSubscription, 'id' | 'userId' | 'plan' | 'ref' | 'approveUrl'>,
): Promise<void> {
  await tx`
    insert into plan_subscriptions (id, user_id, plan, status, provider_ref, approve_url)
    values (${row.id}, ${row.userId}, ${row.plan}, 'pending', ${row.ref}, ${row.approveUrl})`;
}

const time = (at: number | null) => (at === null ? null : new Date(at));

/** Writes the new state of a plan. */
export async function setSubscriptionState(
  tx: Tx,
  id: string,
  state: SubscriptionState,
  replacedBy: string | null = null,
): Promise<void> {
  await tx`
    update plan_subscriptions set status = ${state.status}, since = ${time(state.since)},
      activated_at = ${time(state.activatedAt)}, grace_until = ${time(state.graceUntil)},
      first_payment_failed = ${state.firstPaymentFailed}, successor_id = coalesce(${replacedBy}::uuid, successor_id)
    where id = ${id}`;
}

/** Numbers a request to the provider. Its report is ignored if one with a higher number was applied before. */
export async function nextRequestNumber(db: Db): Promise<number> {
  const [row] = await db<{ n: number }[]>`select nextval('provider_questions') as n`;
  if (row === undefined) throw new Error('A sequence has no next value.');
  return row.n;
}

/** Stores the fields of a report other than its status. */
export async function recordReport(tx: Tx, report: Report, requestNumber: number): Promise<void> {
  await tx`
    update plan_subscriptions set as_of = ${requestNumber}, checked_at = now(),
      next_billing_at = case when status in ('active', 'past-due') then ${report.nextBillingAt}::timestamptz end,
      payer_email = coalesce(${report.payerEmail}::text, payer_email)
    where provider_ref = ${report.ref}`;
}

/** Claims subscriptions that weren't checked for this long (seconds). Concurrent callers get different ones. */
export async function claimUnchecked(
  db: Db,
  { seconds, limit }: { seconds: { active: number; others: number }; limit: number },
): Promise<string[]> {
  const rows = await db<{ ref: string }[]>`
    update plan_subscriptions set checked_at = now()
    where id in (
      select id from plan_subscriptions
      where status = any(${OPEN}) and checked_at < now() - make_interval(secs =>
        case when status = 'active' then ${seconds.active}::int else ${seconds.others}::int end)
      order by checked_at limit ${limit} for update skip locked)
    returning provider_ref as ref`;
  return [...new Set(rows.map(({ ref }) => ref))];
}

/** Has a claimed subscription that couldn't be checked be checked again as early as one that waits or owes. */
export async function scheduleRecheck(db: Db, ref: string, seconds: { active: number; others: number }): Promise<void> {
  await db`
    update plan_subscriptions
    set checked_at = least(checked_at, now() - make_interval(secs => ${seconds.active - seconds.others}))
    where provider_ref = ${ref} and status = 'active'`;
}

/** Subscriptions that the provider charges for, or would after an approval; includes offers discarded here. */
export async function listCharged(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ ref: string }[]>`
    select distinct provider_ref as ref from plan_subscriptions
    where user_id = ${userId} and (status = any(${OPEN})
      or (activated_at is null and created_at > now() - make_interval(days => ${PENDING_DAYS})))`;
  return rows.map(({ ref }) => ref);
}

/** The plans that a payment with this ID at the provider may be for, beginning with the latest activated one. */
export async function listPaidPlans(db: Db, ref: string): Promise<string[]> {
  const rows = await db<{ plan: string }[]>`
    select plan from plan_subscriptions where provider_ref = ${ref} order by activated_at desc nulls last, id desc`;
  return rows.map(({ plan }) => plan);
}

/**
 * Sets the plan whose limits and perks an account has, by its payments. This ends a plan that an administrator
 * assigned.
 */
export async function setPlan(tx: Tx, userId: string, plan: string): Promise<void> {
  await tx`update users set plan = ${plan} where id = ${userId}`;
  await tx`delete from plan_assignments where user_id = ${userId}`;
}
