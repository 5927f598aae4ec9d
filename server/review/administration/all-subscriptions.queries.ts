import type { PlanStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import type { Db } from '../../platform/db/connection.ts';
import { startsWithPattern } from '../../platform/db/like.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { type Named, alsoMatchesName, readByName } from '../../accounts/users/names.queries.ts';

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

interface Wanted extends Slice<TimePlace> {
  /** Words of the owner's name, the beginning of the owner's address, or the complete ID at the provider. */
  q: string | undefined;
  status: PlanStatus | undefined;
}

/**
 * Subscriptions with such an owner, or with this ID at the provider. Filters the joined owners instead of a subquery's
 * ids: for a common name, the subquery was evaluated for each subscription again.
 */
const isFound = (db: Db, q: string, named: Named) => db`(
  s.provider_ref = ${q} or ${alsoMatchesName(db, named)} or lower(u.email::text) like ${startsWithPattern(q.toLowerCase())})`;

/** One page of the chosen plans, newest first. */
export const listSubscriptions = (db: Db, wanted: Wanted): Promise<{ rows: SubscriptionRow[]; total: number }> =>
  wanted.q
    ? readByName(db, wanted.q, (named) => readSubscriptions(db, wanted, named))
    : readSubscriptions(db, wanted, null);

async function readSubscriptions(
  db: Db,
  { q = '', status, after, skip, limit }: Wanted,
  named: Named | null,
): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const matches = db`${status ? db`s.status = ${status}` : db`true`} and ${named ? isFound(db, q, named) : db`true`}`;
  const ofOwner = named ? db`${owner(db)} left join account_names n on n.user_id = u.id` : db``;
  // Collects all matches first: with few matches, walking the newest subscriptions checks one owner after another.
  const rows = await db<SubscriptionRow[]>`
    with found as ${named ? db`materialized` : db`not materialized`} (
      select s.id, s.created_at from plan_subscriptions s ${ofOwner} where ${matches}),
    page as (
      select id from found
      ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
      order by created_at desc, id desc limit ${limit} offset ${skip})
    select ${columns(db)} from page join plan_subscriptions s on s.id = page.id ${owner(db)}
    order by s.created_at desc, s.id desc`;
  const [count] = await db<{ n: number }[]>`
    select count(*)::int as n from plan_subscriptions s ${ofOwner} where ${matches}`;
  return { rows, total: count?.n ?? 0 };
}

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db<SubscriptionRow[]>`
    select ${columns(db)} from plan_subscriptions s ${owner(db)} where s.id = ${id}`;
  return row ?? null;
}

/**
 * The latest events that the provider sent about a subscription, in the order in which they happened, and their total.
 */
export async function listEvents(db: Db, ref: string, limit: number): Promise<{ rows: EventRow[]; total: number }> {
  const rows = await db<EventRow[]>`
    select id, type, occurred_at, received_at, applied_at, amount, currency from payment_events
    where provider_ref = ${ref} order by occurred_at desc, id desc limit ${limit}`;
  const [count] = await db<{ n: number }[]>`
    select count(*)::int as n from payment_events where provider_ref = ${ref}`;
  return { rows: rows.toReversed(), total: count?.n ?? 0 };
}
