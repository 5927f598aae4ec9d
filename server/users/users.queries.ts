import type { Db } from '../db/connection.ts';
import { startsWithPattern } from '../db/like.ts';
import type { Slice, TimePlace } from '../http/paging.ts';

export interface UserRow {
  id: string;
  username: string | null;
  first_name: string;
  last_name: string;
  display_name: string;
  email: string;
  original_email: string;
  has_auth: boolean;
  role: 'user' | 'admin';
  is_curator: boolean;
  type: 'Musician' | 'Listener';
  plan: string;
  title: string;
  bio: string;
  city: string;
  state: string;
  profile_image_version: number;
  is_master_chef: boolean;
  play_count: number;
  view_count: number;
  share_count: number;
  subscription_count: number;
  created_at: Date;
}

export interface MeRow extends UserRow {
  songs: number;
  videos: number;
  /** Uploads that count, by window. */
  used_ever: number;
  used_this_month: number;
}

const columns = (db: Db) => db`
  u.id, u.username, u.first_name, u.last_name, u.display_name, u.email, u.original_email,
  u.password_hash is not null as has_auth, u.role, u.is_curator, u.type, u.plan, u.title, u.bio, u.city, u.state,
  u.profile_image_version, u.is_master_chef, u.play_count, u.view_count, u.share_count, u.subscription_count, u.created_at`;

/** The account of an address with what proves it, or null. */
export async function findLogin(db: Db, email: string): Promise<{ id: string; passwordHash: string | null } | null> {
  const [row] = await db<{ id: string; passwordHash: string | null }[]>`
    select id, password_hash as "passwordHash" from users where email = ${email} and deleted_at is null`;
  return row ?? null;
}

/** Everything of an account for itself. Throws when it is gone. */
export async function findMe(db: Db, id: string): Promise<MeRow> {
  const [row] = await db<MeRow[]>`
    select ${columns(db)},
      (select count(*)::int from media m where m.musician_id = u.id and m.type = 'song') as songs,
      (select count(*)::int from media m where m.musician_id = u.id and m.type = 'video') as videos,
      (select count(*)::int from upload_ledger l where l.user_id = u.id and l.refunded_at is null) as used_ever,
      (select count(*)::int from upload_ledger l where l.user_id = u.id and l.refunded_at is null
         and l.created_at >= date_trunc('month', now())) as used_this_month
    from users u where u.id = ${id} and u.deleted_at is null`;
  if (row === undefined) throw new Error(`The account ${id} is gone.`);
  return row;
}

/** A living account by id or, in any case of letters, by username. */
export async function findUser(db: Db, idOrName: string, isId: boolean): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    select ${columns(db)} from users u
    where ${isId ? db`u.id = ${idOrName}` : db`u.username = ${idOrName}`} and u.deleted_at is null`;
  return row ?? null;
}

/** A part of the accounts, newest first, whose shown name, username or address begins with `q`. */
export async function listUsers(
  db: Db,
  wanted: { q: string | undefined; byEmail: boolean } & Slice<TimePlace>,
): Promise<{ rows: UserRow[]; total: number }> {
  const { q, byEmail, after, skip, limit } = wanted;
  const start = startsWithPattern((q ?? '').toLowerCase());
  const matches = q
    ? db`and (lower(u.display_name) like ${start} or lower(u.username::text) like ${start}
          or lower(u.first_name || ' ' || u.last_name) like ${start} ${byEmail ? db`or lower(u.email::text) like ${start}` : db``})`
    : db``;
  const rows = await db<UserRow[]>`
    select ${columns(db)} from users u where u.deleted_at is null ${matches}
      ${after === null ? db`` : db`and (u.created_at, u.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by u.created_at desc, u.id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ total: number }[]>`
    select count(*)::int as total from users u where u.deleted_at is null ${matches}`;
  return { rows, total: count?.total ?? 0 };
}

export interface NewUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  type: 'Musician' | 'Listener';
  role: 'user' | 'admin';
  plan: string;
}

/** Throws on the constraint `users_email_key` when the address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, password_hash, type, role, plan)
    values (${user.id}, ${user.firstName}, ${user.lastName}, ${`${user.firstName} ${user.lastName}`}, ${user.email},
      ${user.email}, ${user.passwordHash}, ${user.type}, ${user.role}, ${user.plan})`;
}

/** Serialises changes of roles, so that two administrators cannot take the last role from each other at once. */
export async function lockAdmins(db: Db): Promise<number> {
  const rows = await db`select id from users where role = 'admin' and deleted_at is null order by id for update`;
  return rows.length;
}

export async function setUserRights(
  db: Db,
  id: string,
  change: { role?: 'user' | 'admin'; isCurator?: boolean; plan?: string },
): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    update users u set
      role = coalesce(${change.role ?? null}, u.role),
      is_curator = coalesce(${change.isCurator ?? null}::boolean, u.is_curator),
      plan = coalesce(${change.plan ?? null}, u.plan)
    where u.id = ${id} and u.deleted_at is null
    returning ${columns(db)}`;
  return row ?? null;
}

export async function countAdmins(db: Db): Promise<number> {
  const [row] = await db<
    { n: number }[]
  >`select count(*)::int as n from users where role = 'admin' and deleted_at is null`;
  return row?.n ?? 0;
}
