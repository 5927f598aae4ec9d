import type { Db, Tx } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/http/errors.ts';
import { isSuspended } from './suspension.queries.ts';
import { isReservedForUndo } from './email-changes.queries.ts';

export interface UserRow {
  id: string;
  username: string | null;
  first_name: string;
  last_name: string;
  display_name: string;
  email: string;
  original_email: string;
  has_auth: boolean;
  is_verified: boolean;
  is_vouched: boolean;
  role: 'user' | 'admin';
  is_curator: boolean;
  type: 'Musician' | 'Listener';
  plan: string;
  title: string;
  bio: string;
  city: string;
  state: string;
  profile_image_version: number;
  /** The dominant color of the profile's picture, `#rrggbb`. */
  zone_colour: string | null;
  is_master_chef: boolean;
  play_count: number;
  view_count: number;
  share_count: number;
  subscription_count: number;
  created_at: Date;
}

/** Columns of the table `users`, called `u` in the query. */
export const columns = (db: Db) => db`
  u.id, u.username, u.first_name, u.last_name, u.display_name, u.email, u.original_email,
  u.password_hash is not null as has_auth, u.email_verified_at is not null as is_verified,
  u.vouched_at is not null as is_vouched, u.role, u.is_curator, u.type, u.plan, u.title, u.bio, u.city, u.state,
  u.profile_image_version, u.zone_colour, u.is_master_chef, u.play_count, u.view_count, u.share_count, u.subscription_count, u.created_at`;

/** The id and password hash of the living account with this address, or null. */
export async function findLogin(db: Db, email: string): Promise<{ id: string; passwordHash: string | null } | null> {
  const [row] = await db<{ id: string; passwordHash: string | null }[]>`
    select id, password_hash as "passwordHash" from users where email = ${email} and deleted_at is null`;
  return row ?? null;
}

/**
 * The password hash of a living account, and the address with which sign-in attempts are counted. Throws 401 if the
 * account was deleted during the call.
 */
export async function findPassword(
  db: Db,
  id: string,
  lock = false,
): Promise<{ email: string; passwordHash: string | null }> {
  const [row] = await db<{ email: string; passwordHash: string | null }[]>`
    select email, password_hash as "passwordHash" from users where id = ${id} and deleted_at is null
    ${lock ? db`for update` : db``}`;
  if (row === undefined) throw unauthorized();
  return row;
}

/**
 * The account that a mail to this address is for, or null. The account is locked, so that it keeps the address until
 * the transaction ends.
 */
export async function lockRecipient(
  tx: Tx,
  email: string,
): Promise<{ id: string; email: string; displayName: string } | null> {
  const [row] = await tx<{ id: string; email: string; displayName: string }[]>`
    select id, email, display_name as "displayName" from users
    where email = ${email} and deleted_at is null for update`;
  return row ?? null;
}

/**
 * Whether no account but `except` has this address or username, in any case of letters, and the address isn't kept
 * for an undo.
 */
export async function isFree(
  db: Db,
  field: 'email' | 'username',
  value: string,
  except: string | null,
): Promise<boolean> {
  const rows = await db`
    select 1 from users where ${db(field)} = ${value} and id is distinct from ${except}::uuid
    union all select 1 where ${field === 'email' ? isReservedForUndo(db, value, except) : db`false`}`;
  return rows.length === 0;
}

/** Whether the account `u` is living, and has this id or, in any case of letters, this username. */
export const hasIdOrName = (db: Db, idOrName: string, isId: boolean) =>
  db`${isId ? db`u.id = ${idOrName}` : db`u.username = ${idOrName}`} and u.deleted_at is null`;

/** A living account by id or, in any case of letters, by username. */
export async function findUser(db: Db, idOrName: string, isId: boolean): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`select ${columns(db)} from users u where ${hasIdOrName(db, idOrName, isId)}`;
  return row ?? null;
}

/** The id of the living account of an email address, in any case of letters; null if there is none. */
export async function findAccountOfEmail(db: Db, email: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`select id from users where email = ${email} and deleted_at is null`;
  return row?.id ?? null;
}

/** A living account, locked until the transaction ends, because permitted changes depend on its current state. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    select ${columns(tx)} from users u where u.id = ${id} and u.deleted_at is null for no key update`;
  return row ?? null;
}

export interface NewUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Null for an account from a sign-in provider, until it gets a password. */
  passwordHash: string | null;
  type: 'Musician' | 'Listener';
  role: 'user' | 'admin';
  plan: string;
  /** The account's owner is known to read mail at its address. */
  verified?: boolean;
}

/** Throws on the constraint `users_email_key` if the address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<void> {
  const verified = user.verified ?? false;
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, password_hash, type, role, plan
      ${verified ? db`, email_verified_at, vouched_at` : db``})
    values (${user.id}, ${user.firstName}, ${user.lastName}, ${`${user.firstName} ${user.lastName}`}, ${user.email},
      ${user.email}, ${user.passwordHash}, ${user.type}, ${user.role}, ${user.plan} ${verified ? db`, now(), now()` : db``})`;
}

/**
 * Counts the administrators besides this account who may sign in. Locks all administrators in one order, so that role
 * changes run one after the other, and two administrators can't take the last roles from each other at the same time.
 */
export async function lockOtherAdmins(db: Db, id: string): Promise<number> {
  const rows = await db<{ id: string; suspended: boolean }[]>`
    select u.id, ${isSuspended(db, 'u.id')} as suspended
    from users u where u.role = 'admin' and u.deleted_at is null order by u.id for update of u`;
  return rows.filter((row) => row.id !== id && !row.suspended).length;
}

export async function setUserRights(
  db: Db,
  id: string,
  change: { role?: 'user' | 'admin' | undefined; isCurator?: boolean | undefined; plan?: string | undefined },
): Promise<void> {
  await db`
    update users u set
      role = coalesce(${change.role ?? null}, u.role),
      is_curator = coalesce(${change.isCurator ?? null}::boolean, u.is_curator),
      plan = coalesce(${change.plan ?? null}, u.plan)
    where u.id = ${id}`;
}

export async function countAdmins(db: Db): Promise<number> {
  const [row] = await db<
    { n: number }[]
  >`select count(*)::int as n from users where role = 'admin' and deleted_at is null`;
  return row?.n ?? 0;
}
