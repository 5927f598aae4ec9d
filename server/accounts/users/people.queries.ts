import type { Db } from '../../platform/db/connection.ts';
import { type Named, alsoMatchesName, matchesName, isCommonPrefix, readByName } from './names.queries.ts';

export interface PersonRow {
  id: string;
  username: string | null;
  display_name: string;
  first_name: string;
  last_name: string;
  is_master_chef: boolean;
  profile_image_version: number;
  created_at: Date;
}

interface Wanted {
  userId: string;
  typed: string;
  limit: number;
}

/** A query that matches no name, because text with an @ before it means a username. */
const NO_NAME = "'_none'";

/**
 * Accounts that match the typed text, the best matches first: by username, then by whole name, by a beginning of a
 * name, and by words that begin with the typed words. Within each group, accounts that the searching account follows or
 * has messages with are first, then the newest. The searching account is left out. Each of these groups reads a limited
 * number of accounts, even for a very common name.
 */
export async function listPeople(db: Db, wanted: Wanted): Promise<PersonRow[]> {
  const typed = wanted.typed.trim().toLowerCase();
  if (/^@./.test(typed)) return readPeople(db, wanted, { plain: typed, query: NO_NAME, isCommon: false });
  const { rows } = await readByName(db, wanted.typed, async (named) => {
    const people = await readPeople(db, wanted, named);
    return { rows: people, total: people.length };
  });
  return rows;
}

async function readPeople(db: Db, { userId, limit }: Wanted, named: Named): Promise<PersonRow[]> {
  const plain = named.plain.trim();
  const username = plain.replace(/^@(?=.)/, '');
  const last = `${plain}\u{10ffff}`;
  const isNamed = db`(n.shown = ${plain} or n.full_name = ${plain})`;
  const begins = db`(n.shown ~>=~ ${plain} and n.shown ~<~ ${last} or n.full_name ~>=~ ${plain} and n.full_name ~<~ ${last}
    or n.username ~>=~ ${username} and n.username ~<~ ${`${username}\u{10ffff}`})`;
  const newest = db`order by created_at desc, user_id desc limit ${limit}`;
  const gathered = (condition: ReturnType<typeof matchesName>) => db`(
    with hits as materialized (select n.user_id, n.created_at from account_names n where ${condition})
    select user_id from hits where user_id <> ${userId} ${newest})`;
  const walked = (condition: ReturnType<typeof matchesName>) => db`(
    select user_id from account_names n where (${condition}) is true and user_id <> ${userId} ${newest})`;
  const isMany = await isCommonPrefix(db, plain, username);
  // For a common name, search the newest accounts and those that the searching account follows or has messages with;
  // for a rare name, search all accounts with the name.
  const called = named.isCommon
    ? db`${walked(matchesName(db, named))} union ${knownCalled(db, userId, named)}`
    : db`select user_id from account_names n where ${matchesName(db, named)} and user_id <> ${userId}`;
  return db<PersonRow[]>`
    with found as materialized (
      select u.id from users u where u.username = ${username} and u.deleted_at is null and u.id <> ${userId}
      union ${gathered(isNamed)} union ${isMany ? walked(begins) : gathered(begins)} union ${called}
    )
    select u.id, u.username, u.display_name, u.first_name, u.last_name, u.is_master_chef, u.profile_image_version,
      u.created_at
    from found
    cross join lateral (select * from users where id = found.id limit 1) u
    cross join lateral (select * from account_names where user_id = found.id limit 1) n
    order by (u.username = ${username}) is true desc, ${isNamed} desc, ${begins} is true desc,
      ${isKnown(db, userId)} desc, u.created_at desc, u.id desc
    limit ${limit}`;
}

/** Accounts with this name that the searching account follows or writes with. */
const knownCalled = (db: Db, userId: string, named: Named) => db`
  select n.user_id from (
    select musician_id as id from follows where subscriber_id = ${userId}
    union
    select p.user_id from conversation_members o join conversation_members p using (conversation_id)
    where o.user_id = ${userId} and o.latest_at is not null and not o.is_request
  ) known
  cross join lateral (select * from account_names where user_id = known.id limit 1) n
  where ${alsoMatchesName(db, named)} and n.user_id <> ${userId}`;

/**
 * Whether this account follows or writes with `found`. Only efficient for few accounts, because it reads all their
 * conversations.
 */
const isKnown = (db: Db, userId: string) => db`(
  exists (select 1 from follows f where f.subscriber_id = ${userId} and f.musician_id = found.id)
  or exists (
    select 1 from (select conversation_id from conversation_members where user_id = found.id offset 0) p
    cross join lateral (
      select 1 from conversation_members o where o.conversation_id = p.conversation_id and o.user_id = ${userId}
        and o.latest_at is not null and not o.is_request limit 1) o))`;
