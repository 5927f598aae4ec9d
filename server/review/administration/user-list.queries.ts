import type { UserFilter } from '@scoville/contract/accounts/users/user-list.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { paidPlanColumn } from '../../accounts/plans/plans.columns.ts';
import { hasSecondFactor } from '../../accounts/users/has-second-factor.ts';
import { type Named, alsoMatchesName, matchesName, readByName } from '../../accounts/users/names.queries.ts';
import { type UserRow, columns } from '../../accounts/users/users.queries.ts';

/** A row of the list of accounts. */
export interface ListedUserRow extends UserRow {
  /** The reason of the suspension in force; null if the account isn't suspended. */
  suspension_reason: string | null;
  suspension_ends_at: Date | null;
  has_second_factor: boolean;
  /** The plan that the account pays for; null for none. */
  paid_plan: string | null;
}

const BY_FILTER = {
  administrators: (db: Db) => db`u.role = 'admin'`,
  reviewers: (db: Db) => db`u.is_curator`,
  paying: (db: Db, basePlan: string) => db`u.plan <> ${basePlan}`,
  suspended: (db: Db) =>
    db`exists (select 1 from suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now()))`,
} as const satisfies Record<UserFilter, (db: Db, basePlan: string) => unknown>;

interface Wanted extends Slice<TimePlace> {
  q: string | undefined;
  /** Whether an address may begin with `q` instead. */
  byEmail: boolean;
  filter: UserFilter | undefined;
  basePlan: string;
}

/** A page of accounts, newest first, with this name, or with an address that begins with `q`. */
export const listUsers = (db: Db, wanted: Wanted): Promise<{ rows: ListedUserRow[]; total: number }> =>
  wanted.q
    ? readByName(db, wanted.q, (named) => readUsers(db, wanted, named), { orEmail: wanted.byEmail })
    : readUsers(db, wanted, null);

async function readUsers(
  db: Db,
  wanted: Wanted,
  named: Named | null,
): Promise<{ rows: ListedUserRow[]; total: number }> {
  const { filter, after, skip, limit } = wanted;
  // The newest of very many accounts are found fast by walking; a page of few is cut from all of them.
  const isWalked = named === null || (named.isCommon && filter === undefined);
  const rows = await db<ListedUserRow[]>`
    with found as ${isWalked ? db`not materialized` : db`materialized`} (${foundUsers(db, wanted, named, isWalked)}),
    page as (
      select id from found
      ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
      order by created_at desc, id desc limit ${limit} offset ${skip})
    select ${columns(db)}, x.reason as suspension_reason, x.ends_at as suspension_ends_at,
      ${hasSecondFactor(db)} as has_second_factor, ${paidPlanColumn(db)} as paid_plan
    from page join users u using (id)
    left join suspensions x on x.user_id = u.id and (x.ends_at is null or x.ends_at > now())
    order by u.created_at desc, u.id desc`;
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from (${foundUsers(db, wanted, named, false)}) found`;
  return { rows, total: count?.total ?? 0 };
}

/** Ids and times of accounts by filters and words. */
function foundUsers(db: Db, { filter, basePlan }: Wanted, named: Named | null, isWalked: boolean) {
  const isOf = filter === undefined ? db`` : db`and ${BY_FILTER[filter](db, basePlan)}`;
  if (named === null) return db`select u.id, u.created_at from users u where u.deleted_at is null ${isOf}`;
  return db`
    select n.user_id as id, n.created_at
    from account_names n ${filter === undefined ? db`` : db`join users u on u.id = n.user_id`}
    where ${isWalked ? alsoMatchesName(db, named) : matchesName(db, named)} ${isOf}`;
}
