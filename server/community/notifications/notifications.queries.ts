import { MAX_COUNTED } from '@scoville/contract/community/notifications/notifications.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';

export interface NotificationRow {
  id: string;
  kind: string;
  words: string;
  media_id: string | null;
  path: string | null;
  created_at: Date;
  read_at: Date | null;
  excerpt: string | null;
  actor: {
    id: string;
    username: string | null;
    display_name: string;
    is_master_chef: boolean;
    profile_image_version: number;
    deleted: boolean;
  } | null;
}

/** The channel for ids of accounts that were notified, or that read notifications. */
export const NOTIFICATIONS_CHANGED = 'notifications_changed';

/** Sent when the transaction commits. */
const notifyChanged = (db: Db, userId: string) => db`select pg_notify(${NOTIFICATIONS_CHANGED}, ${userId})`;

/** Characters of a comment or a post that are read for its excerpt. */
const READ = 320;

/** A page of an account's notifications, latest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const rows = await db<NotificationRow[]>`
    select n.id, n.kind, n.words, n.media_id, n.path, n.created_at, n.read_at, left(coalesce(c.body, p.body), ${READ}) as excerpt,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username,
        'display_name', u.display_name, 'is_master_chef', u.is_master_chef,
        'profile_image_version', u.profile_image_version, 'deleted', u.deleted_at is not null) end as actor
    from notifications n left join users u on u.id = n.actor_id left join comments c on c.id = n.comment_id
      left join posts p on p.id = n.post_id
    where n.user_id = ${userId}
      ${after === null ? db`` : db`and (n.created_at, n.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by n.created_at desc, n.id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from notifications where user_id = ${userId}`;
  return { rows, total: count?.n ?? 0 };
}

/** The number of unread notifications of each account, up to a maximum. */
export const countUnread = (db: Db, userIds: readonly string[]): Promise<{ userId: string; unread: number }[]> =>
  db<{ userId: string; unread: number }[]>`
    select asked.id as "userId", counted.n as unread from unnest(${[...userIds]}::uuid[]) as asked(id)
    cross join lateral (
      select count(*)::int as n from (
        select 1 from notifications where user_id = asked.id and read_at is null limit ${MAX_COUNTED}) few) counted`;

/** Marks a notification as read or unread; false if the account has none with this id. */
export async function markNotification(db: Db, userId: string, id: string, isRead: boolean): Promise<boolean> {
  const rows = await db`
    update notifications set read_at = ${isRead ? db`coalesce(read_at, now())` : null}
    where id = ${id} and user_id = ${userId} returning 1`;
  if (rows.length > 0) await notifyChanged(db, userId);
  return rows.length > 0;
}

/**
 * Marks all notifications as read, or one and all before it. If that one was deleted, for example with its comment, its
 * id is the limit, because ids sort by creation time (to the millisecond). Returns how many were unread.
 */
export async function markAllRead(db: Db, userId: string, upTo: string | undefined): Promise<number> {
  const seen =
    upTo === undefined
      ? db``
      : db`and coalesce(
          (created_at, id) <= (select created_at, id from notifications where id = ${upTo} and user_id = ${userId}),
          id <= ${upTo}::uuid)`;
  const rows = await db`
    update notifications set read_at = now() where user_id = ${userId} and read_at is null ${seen} returning 1`;
  if (rows.length > 0) await notifyChanged(db, userId);
  return rows.length;
}

/** Marks notifications of waiting messages as read, because the account reads the conversation. */
export async function markMessagesRead(db: Db, userId: string, convoId: string): Promise<void> {
  const rows = await db`
    update notifications set read_at = now() where user_id = ${userId} and read_at is null
      and (kind = 'message' or occasion = ${requestOccasion(convoId)}) returning 1`;
  if (rows.length > 0) await notifyChanged(db, userId);
}

/** The occasion of a message request for this conversation. */
export const requestOccasion = (convoId: string): string => `message-request:${convoId}`;

/** Days that a notification is kept. */
const KEPT_DAYS = 180;
const AT_ONCE = 5000;

/** Deletes old notifications, in small batches. */
export async function deleteOld(db: Db): Promise<void> {
  for (;;) {
    const gone = await db`
      delete from notifications where id in (
        select id from notifications where created_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${AT_ONCE})
      returning 1`;
    if (gone.length < AT_ONCE) return;
  }
}
