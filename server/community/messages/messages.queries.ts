import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import { type Named, alsoMatchesName, matchesName, readByName } from '../../accounts/users/names.queries.ts';

export interface MessageRow {
  id: string;
  conversation_id: string;
  from_id: string;
  body: string;
  shares_media: boolean;
  media_id: string | null;
  zone_id: string | null;
  created_at: Date;
}

export interface ConvoRow {
  id: string;
  created_at: Date;
  has_read: boolean;
  archived: boolean;
  is_request: boolean;
  latest_id: string | null;
  latest_at: Date | null;
}

export interface MemberRow {
  id: string;
  username: string | null;
  display_name: string;
  is_master_chef: boolean;
  profile_image_version: number;
  deleted: boolean;
}

export const MESSAGES_CHANGED = 'messages_changed';

/**
 * Notifies the members of a conversation of a change when the transaction commits, except those in `hiddenFrom`, to
 * whom the event would reveal what others do.
 */
const notifyChanged = (db: Db, convoId: string, hiddenFrom: readonly string[] = []) => db`
  select pg_notify(${MESSAGES_CHANGED}, user_id || ' ' || conversation_id) from conversation_members
  where conversation_id = ${convoId} and not user_id = any(${[...hiddenFrom]}::uuid[])`;

const messageColumns = (db: Db) =>
  db`m.id, m.conversation_id, m.from_id, m.body, m.shares_media, m.media_id, m.zone_id, m.created_at`;
const convoColumns = (db: Db) => db`c.id, c.created_at, o.has_read, o.archived, o.is_request, o.latest_id, o.latest_at`;
export const memberColumns = (db: Db) =>
  db`u.id, u.username, u.display_name, u.is_master_chef, u.profile_image_version, u.deleted_at is not null as deleted`;

/** Identifies a set of members, regardless of their order. */
const memberKey = (userIds: readonly string[]): Buffer =>
  createHash('sha256')
    .update([...userIds].toSorted().join('\n'))
    .digest();

export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from conversation_members
    where user_id = ${userId} and not has_read and not archived and latest_at is not null`;
  return row?.n ?? 0;
}

interface Wanted {
  userId: string;
  q: string | undefined;
  /** Only the conversation with this account alone, archived or not. */
  partner: string | undefined;
  archived: boolean;
  requests: boolean | undefined;
}

/**
 * A page of an account's conversations, those with the latest message first. `q` selects conversations with a member of
 * that name.
 */
export const listConvos = (
  db: Db,
  wanted: Wanted,
  slice: Slice<TimePlace>,
): Promise<{ rows: ConvoRow[]; total: number }> =>
  wanted.q
    ? readByName(db, wanted.q, (named) => readConvos(db, wanted, named, slice))
    : readConvos(db, wanted, null, slice);

/**
 * Conversations with a member whose name matches. For a common name, the query reads all conversations of the searching
 * account; for a rare name, it starts from the accounts with that name.
 */
const isWithCalled = (db: Db, userId: string, named: Named) =>
  named.isCommon
    ? db`and exists (
        select 1 from conversation_members p join account_names n on n.user_id = p.user_id
        where p.conversation_id = o.conversation_id and p.user_id <> ${userId} and ${alsoMatchesName(db, named)})`
    : db`and o.conversation_id in (
        select p.conversation_id
        from (select n.user_id from account_names n where ${matchesName(db, named)} and n.user_id <> ${userId} offset 0) called
        cross join lateral (select conversation_id from conversation_members where user_id = called.user_id offset 0) p)`;

async function readConvos(
  db: Db,
  { userId, partner, archived, requests }: Wanted,
  named: Named | null,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: ConvoRow[]; total: number }> {
  const isWith = named ? isWithCalled(db, userId, named) : db``;
  const alone = partner
    ? db`and o.conversation_id = (select id from conversations where member_key = ${memberKey([userId, partner])})`
    : db`and o.archived = ${archived}`;
  const where = db`o.user_id = ${userId} and o.latest_at is not null ${alone}
    ${requests === undefined ? db`` : db`and o.is_request = ${requests}`} ${isWith}`;
  const rows = await db<ConvoRow[]>`
    select ${convoColumns(db)} from conversation_members o join conversations c on c.id = o.conversation_id
    where ${where}
      ${after === null ? db`` : db`and (o.latest_at, o.conversation_id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by o.latest_at desc, o.conversation_id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from conversation_members o where ${where}`;
  return { rows, total: count?.n ?? 0 };
}

/** A conversation as one of its members sees it; null for all other accounts. */
export async function findConvo(db: Db, userId: string, id: string): Promise<ConvoRow | null> {
  const [row] = await db<ConvoRow[]>`
    select ${convoColumns(db)} from conversation_members o join conversations c on c.id = o.conversation_id
    where o.user_id = ${userId} and o.conversation_id = ${id}`;
  return row ?? null;
}

/** The members of each of these conversations, ordered by name. */
export async function listMembers(db: Db, convoIds: readonly string[]): Promise<Map<string, MemberRow[]>> {
  const rows = await db<(MemberRow & { conversation_id: string })[]>`
    select o.conversation_id, ${memberColumns(db)} from conversation_members o join users u on u.id = o.user_id
    where o.conversation_id = any(${[...convoIds]}::uuid[]) order by u.display_name, u.id`;
  return Map.groupBy(rows, (row) => row.conversation_id);
}

export const findMessages = (db: Db, ids: readonly string[]): Promise<MessageRow[]> =>
  db<MessageRow[]>`select ${messageColumns(db)} from messages m where m.id = any(${[...ids]}::uuid[])`;

/** The messages of a conversation that a user may see: the newest, or those before a given time; newest first. */
export const listMessages = (
  db: Db,
  { convoId, userId, before, limit }: { convoId: string; userId: string; before: string | undefined; limit: number },
): Promise<MessageRow[]> =>
  db<MessageRow[]>`
    select ${messageColumns(db)} from messages m
    where m.conversation_id = ${convoId} and not ${userId}::uuid = any(m.hidden_from)
      ${before === undefined ? db`` : db`and m.created_at < ${before}::text::timestamptz`}
    order by m.created_at desc limit ${limit}`;

/** The accounts among these that aren't deleted. */
export const findLiving = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db<{ id: string }[]>`select id from users where id = any(${[...ids]}::uuid[]) and deleted_at is null`).map(
    ({ id }) => id,
  );

/** Finds or creates the conversation of these people, and locks it until the transaction ends. */
export async function lockConvoOf(tx: Tx, id: string, userIds: readonly string[]): Promise<string> {
  const key = memberKey(userIds);
  await tx`insert into conversations (id, member_key) values (${id}, ${key}) on conflict (member_key) do nothing`;
  const [row] = await tx<{ id: string }[]>`select id from conversations where member_key = ${key} for update`;
  if (row === undefined) throw new Error('A conversation that was made is not there.');
  if (row.id === id)
    await tx`insert into conversation_members ${tx(userIds.map((userId) => ({ conversation_id: id, user_id: userId })))}`;
  return row.id;
}

/** Locks one of an account's conversations; returns false if the account isn't a member. */
export async function lockConvo(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx`
    select 1 from conversations c where c.id = ${id}
      and exists (select 1 from conversation_members o where o.conversation_id = c.id and o.user_id = ${userId})
    for update of c`;
  return rows.length > 0;
}

/** The members of a conversation who blocked the sender. */
export const findBlockers = async (tx: Tx, convoId: string, senderId: string): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      select b.user_id as id from blocks b join conversation_members o on o.user_id = b.user_id
      where o.conversation_id = ${convoId} and b.blocked_id = ${senderId}`
  ).map(({ id }) => id);

interface NewMessage {
  id: string;
  convoId: string;
  fromId: string;
  body: string;
  /** For comparing the text with others of its sender. */
  fingerprint: Buffer | null;
  mediaId: string | null;
  zoneId: string | null;
  hiddenFrom: readonly string[];
}

/** Writes a message into a conversation that this transaction has locked, at a time unique in the conversation. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<MessageRow> {
  const [row] = await tx<MessageRow[]>`
    with moment as (
      update conversations set latest_at = greatest(now(), latest_at + interval '1 millisecond')
      where id = ${message.convoId} returning latest_at
    )
    insert into messages as m (id, conversation_id, from_id, body, fingerprint, shares_media, media_id, zone_id, hidden_from, created_at)
    select ${message.id}, ${message.convoId}, ${message.fromId}, ${message.body}, ${message.fingerprint},
      ${message.mediaId !== null}, ${message.mediaId}, ${message.zoneId}, ${[...message.hiddenFrom]}::uuid[], latest_at from moment
    returning ${messageColumns(tx)}`;
  if (row === undefined) throw new Error('A message that was written is not there.');
  return row;
}

/**
 * Delivers a message to the members who may see it: it becomes their latest message, the conversation is unread and
 * leaves the archive. For a receiver without earlier messages in it who doesn't follow the sender, the conversation is
 * a request.
 */
export async function deliver(tx: Tx, message: MessageRow, hiddenFrom: readonly string[]): Promise<void> {
  await tx`
    update conversation_members o set latest_id = ${message.id}, latest_at = ${message.created_at.toISOString()},
      archived = false,
      has_read = o.user_id = ${message.from_id},
      unread_since = case when o.user_id = ${message.from_id} then null
        when o.has_read or o.unread_since is null then ${message.created_at.toISOString()}::text::timestamptz
        else o.unread_since end,
      marked_unread = o.marked_unread and o.user_id <> ${message.from_id},
      -- Whoever answers has read: the next mail may come. So it may where only a mark by hand stood.
      is_mailed = o.is_mailed and o.user_id <> ${message.from_id} and o.unread_since is not null,
      is_request = o.user_id <> ${message.from_id} and case
        when o.latest_at is not null then o.is_request
        else not exists (select 1 from follows f where f.subscriber_id = o.user_id and f.musician_id = ${message.from_id})
      end
    where o.conversation_id = ${message.conversation_id} and not o.user_id = any(${[...hiddenFrom]}::uuid[])`;
  await notifyChanged(tx, message.conversation_id, hiddenFrom);
}

/**
 * Deletes a message. For members who had it as their latest message, the one before takes its place; without one, the
 * conversation isn't listed any more. The conversation is read again for members without other unread messages, unless
 * they marked it as unread by hand.
 */
export async function deleteMessage(tx: Tx, id: string): Promise<void> {
  const [message] = await tx<{ conversation_id: string; hidden_from: string[] }[]>`
    select conversation_id, hidden_from from messages where id = ${id}`;
  if (message === undefined) return;
  await tx`select 1 from conversations where id = ${message.conversation_id} for update`;
  await tx`
    update conversation_members o set latest_id = before.id, latest_at = before.created_at,
      has_read = o.has_read or before.id is null or (before.created_at < o.unread_since and not o.marked_unread) is true,
      marked_unread = o.marked_unread and before.id is not null,
      unread_since = case when before.created_at < o.unread_since then null else o.unread_since end,
      is_mailed = o.is_mailed and before.id is not null and not coalesce(before.created_at < o.unread_since, false)
    from conversation_members had left join lateral (
      select m.id, m.created_at from messages m
      where m.conversation_id = had.conversation_id and m.id <> ${id} and not had.user_id = any(m.hidden_from)
      order by m.created_at desc limit 1
    ) before on true
    where had.conversation_id = ${message.conversation_id} and had.latest_id = ${id}
      and o.conversation_id = had.conversation_id and o.user_id = had.user_id`;
  await tx`delete from messages where id = ${id}`;
  await notifyChanged(tx, message.conversation_id, message.hidden_from);
}

export type ConvoAction = 'read' | 'unread' | 'archive' | 'unarchive' | 'accept';

export async function changeConvo(db: Db, userId: string, id: string, action: ConvoAction): Promise<void> {
  const change = {
    read: { has_read: true, marked_unread: false, is_mailed: false },
    // A user who marks it as unread has seen it, so it isn't unread since any time, and no mail is sent about it.
    unread: { has_read: false, marked_unread: true, unread_since: null },
    archive: { archived: true },
    unarchive: { archived: false },
    accept: { is_request: false },
  }[action];
  await db`update conversation_members set ${db(change)} where conversation_id = ${id} and user_id = ${userId}`;
  await db`select pg_notify(${MESSAGES_CHANGED}, ${`${userId} ${id}`})`;
}

/** Whether these people have a conversation in which the first of them sees a message. */
export async function hasConvo(db: Db, userId: string, otherIds: readonly string[]): Promise<boolean> {
  const rows = await db`
    select 1 from conversations c join conversation_members o on o.conversation_id = c.id
    where c.member_key = ${memberKey([userId, ...otherIds])} and o.user_id = ${userId} and o.latest_at is not null`;
  return rows.length > 0;
}

/** The shared profiles with these ids whose accounts aren't deleted. */
export const findZones = (db: Db, ids: readonly string[]): Promise<MemberRow[]> =>
  db<
    MemberRow[]
  >`select ${memberColumns(db)} from users u where u.id = any(${[...ids]}::uuid[]) and u.deleted_at is null`;
