import type { PlanStatus } from '@scoville/contract/subscription-state.ts';
import type { Db } from '../db/connection.ts';
import { startsWithPattern } from '../db/like.ts';
import type { Slice, TimePlace } from '../http/paging.ts';

export interface SubscriptionRow {
  id: string;
  user_id: string;
  /** Null when the account is deleted. */
  user_name: string | null;
  email: string | null;
  plan: string;
  status: PlanStatus;
  since: Date;
  created_at: Date;
  activated_at: Date | null;
  next_billing_at: Date | null;
  grace_until: Date | null;
  provider_ref: string;
  payer_email: string | null;
  checked_at: Date;
}

export interface EventRow {
  id: string;
  type: string;
  occurred_at: Date;
  received_at: Date;
  applied_at: Date | null;
  amount: number | null;
  currency: string | null;
}

const columns = (db: Db) => db`
  s.id, s.user_id, u.display_name as user_name, u.email::text as email, s.plan, s.status, s.since, s.created_at,
  s.activated_at, s.next_billing_at, s.grace_until, s.provider_ref, s.payer_email, s.checked_at`;
const owner = (db: Db) => db`left join users u on u.id = s.user_id and u.deleted_at is null`;

/**
 * Those whose owner's name or address begins with `q`, or that the provider calls so. Of the joined owner, and not as ids
 * from a query of its own: for a name that most have, that one was gone through again for each subscription.
 */
const found = (db: Db, q: string) => {
  const start = startsWithPattern(q.toLowerCase());
  return db`(s.provider_ref = ${q} or lower(u.display_name) like ${start} or lower(u.username::text) like ${start}
    or lower(u.first_name || ' ' || u.last_name) like ${start} or lower(u.email::text) like ${start})`;
};

/** A part of the plans that were chosen, newest first. */
export async function listSubscriptions(
  db: Db,
  { q, status, after, skip, limit }: { q: string | undefined; status: PlanStatus | undefined } & Slice<TimePlace>,
): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const matches = db`${status ? db`s.status = ${status}` : db`true`} and ${q ? found(db, q) : db`true`}`;
  // What is looked for is gathered at once: walking the newest for it takes an owner after another where few are found.
  const rows = await db<SubscriptionRow[]>`
    with found as ${q ? db`materialized` : db`not materialized`} (
      select s.id, s.created_at from plan_subscriptions s ${q ? owner(db) : db``} where ${matches}),
    page as (
      select id from found
      ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
      order by created_at desc, id desc limit ${limit} offset ${skip})
    select ${columns(db)} from page join plan_subscriptions s on s.id = page.id ${owner(db)}
    order by s.created_at desc, s.id desc`;
  const [count] = await db<{ n: number }[]>`
    select count(*)::int as n from plan_subscriptions s ${q ? owner(db) : db``} where ${matches}`;
  return { rows, total: count?.n ?? 0 };
}

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db<SubscriptionRow[]>`
    select ${columns(db)} from plan_subscriptions s ${owner(db)} where s.id = ${id}`;
  return row ?? null;
}

/** The latest that the provider told of a subscription, in the order in which it happened, and how many there are. */
export async function listEvents(db: Db, ref: string, limit: number): Promise<{ rows: EventRow[]; total: number }> {
  const rows = await db<EventRow[]>`
    select id, type, occurred_at, received_at, applied_at, amount, currency from payment_events
    where provider_ref = ${ref} order by occurred_at desc, id desc limit ${limit}`;
  const [count] = await db<{ n: number }[]>`
    select count(*)::int as n from payment_events where provider_ref = ${ref}`;
  return { rows: rows.toReversed(), total: count?.n ?? 0 };
}
