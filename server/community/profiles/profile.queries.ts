import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { type UserRow, columns, hasIdOrName } from '../../accounts/users/users.queries.ts';

export interface AlbumRow {
  id: string;
  title: string;
  release_date: string;
  website_url: string;
  credits: string;
  image_version: number;
}
interface BandRow {
  id: string;
  name: string;
  start_date: string;
  end_date: string | null;
  current_member: boolean;
  notes: string;
  image_version: number;
}
interface ProfessionRow {
  id: string;
  company: string;
  title: string;
  start_date: string;
  end_date: string | null;
  current_employee: boolean;
}
interface SchoolRow {
  id: string;
  name: string;
  field: string;
  degree: string;
  start_date: string;
  end_date: string | null;
  current_student: boolean;
  loc: string;
}

/** The details of a profile besides its account's row, with days as `2026-11-22`, and lists in their order. */
export interface DetailsRow {
  experience: number | null;
  hourly_rate_cents: number | null;
  self_taught: boolean;
  albums: AlbumRow[];
  bands: BandRow[];
  professions: ProfessionRow[];
  schools: SchoolRow[];
  donation_methods: { id: string; app_name: string; username: string }[];
  contact_methods: { id: string; title: string; info: string }[];
}

export interface ProfileRow extends UserRow, DetailsRow {}

const LISTS = ['albums', 'bands', 'professions', 'schools', 'donation_methods', 'contact_methods'] as const;
export type ListTable = (typeof LISTS)[number];

/** The columns of `DetailsRow`, of the account that the query calls `u`: one index scan for each list. */
export const detailsColumns = (db: Db) => db`
  u.experience, u.hourly_rate_cents, u.self_taught,
  ${LISTS.map(
    (list, index) => db`${index === 0 ? db`` : db`,`}
      (select coalesce(json_agg(to_jsonb(l) order by l.position), '[]') from ${db(list)} l where l.user_id = u.id) as ${db(list)}`,
  )}`;

/** A living account by id or, in any case of letters, by username, with all details of its profile. */
export async function findProfile(db: Db, idOrName: string, isId: boolean): Promise<ProfileRow | null> {
  const [row] = await db<ProfileRow[]>`
    select ${columns(db)}, ${detailsColumns(db)} from users u where ${hasIdOrName(db, idOrName, isId)}`;
  return row ?? null;
}

/** Reads the lists of a profile, which are stored in their own tables. */
export async function findLists(db: Db, userId: string): Promise<DetailsRow> {
  const [row] = await db<DetailsRow[]>`select ${detailsColumns(db)} from users u where u.id = ${userId}`;
  if (row === undefined) throw new Error(`There is no account ${userId}.`);
  return row;
}

/** A removed entry and the version of its picture; 0 if it has none. */
export interface RemovedEntry {
  id: string;
  version: number;
}

/** The ids of a list's entries, in order. */
export const listEntries = (tx: Tx, table: ListTable, userId: string): Promise<{ id: string }[]> =>
  tx<{ id: string }[]>`select id from ${tx(table)} where user_id = ${userId} order by position`;

/** An entry to write. An entry without columns is only moved. */
export interface WrittenEntry {
  id?: string | undefined;
  columns?: Record<string, string | boolean | null>;
}

/**
 * Replaces a list of an account with these entries, in this order. An entry whose id is in the list is changed; any
 * other is added with a new id. The account's row must be locked. Returns the removed entries.
 */
export async function writeList(
  tx: Tx,
  table: ListTable,
  userId: string,
  entries: readonly WrittenEntry[],
): Promise<RemovedEntry[]> {
  const own = new Set((await listEntries(tx, table, userId)).map(({ id }) => id));
  const rows = entries.map(({ id, columns }, position) => ({
    // The id is removed from the set when it is used, so that a repeated id counts only for the first entry.
    id: id !== undefined && own.delete(id) ? id : newId(),
    user_id: userId,
    position,
    columns,
  }));
  const removed = await tx<RemovedEntry[]>`
    delete from ${tx(table)} where id = any(${[...own]}::uuid[])
    returning id, ${table === 'albums' || table === 'bands' ? tx`image_version` : tx`0`} as version`;
  const staying = rows.filter(({ columns }) => columns === undefined);
  await tx`
    update ${tx(table)} set position = places.position
    from unnest(${staying.map(({ id }) => id)}::uuid[], ${staying.map(({ position }) => position)}::int[]) places (id, position)
    where ${tx(table)}.id = places.id`;
  const written = rows.flatMap(({ columns, ...row }) => (columns === undefined ? [] : [{ ...row, ...columns }]));
  const [first] = written;
  if (first === undefined) return removed;
  const changed = Object.keys(first).filter((column) => column !== 'id' && column !== 'user_id');
  await tx`
    insert into ${tx(table)} ${tx(written)}
    on conflict (id) do update set ${changed.map(
      (column, index) => tx`${index === 0 ? tx`` : tx`,`}${tx(column)} = excluded.${tx(column)}`,
    )}`;
  return removed;
}
