import type { Tx } from '../../platform/db/connection.ts';

/**
 * Members to notify by mail about unread messages in a conversation. Members to whom the conversation is still a
 * request don't get any.
 */
export const findUnreadMembers = async (tx: Tx, convoId: string): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      select user_id as id from conversation_members
      where conversation_id = ${convoId} and not has_read and not archived and not is_request and not is_mailed
        and latest_at is not null`
  ).map(({ id }) => id);

/** Members to whom a conversation is a request that they haven't read or archived yet. */
export const findRequestedMembers = async (tx: Tx, convoId: string): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      select user_id as id from conversation_members
      where conversation_id = ${convoId} and is_request and not has_read and not archived`
  ).map(({ id }) => id);

/**
 * The senders of messages that an account hasn't read for `seconds` and wasn't mailed about. Marks these conversations
 * as mailed. Senders whom the account has blocked since then are left out, and a conversation in which only they wrote
 * isn't marked, so that the next message can still be mailed about.
 */
export const claimUnmailed = (tx: Tx, userId: string, seconds: number): Promise<{ id: string; name: string }[]> =>
  tx<{ id: string; name: string }[]>`
      with waiting as (
        select conversation_id, unread_since from conversation_members
        where user_id = ${userId} and not has_read and not archived and not is_request and not is_mailed
          and unread_since <= now() - make_interval(secs => ${seconds})
        for update
      ), wrote as (
        select w.conversation_id, o.user_id as id from waiting w
        join conversation_members o on o.conversation_id = w.conversation_id and o.user_id <> ${userId}
        -- The first one says it: one place in the index for each who takes part, however much was written.
        cross join lateral (
          select from messages m
          where m.conversation_id = w.conversation_id and m.from_id = o.user_id and m.created_at >= w.unread_since
            and not ${userId}::uuid = any(m.hidden_from)
          order by m.created_at limit 1) one
        where not exists (select 1 from blocks b where b.user_id = ${userId} and b.blocked_id = o.user_id)
      ), taken as (
        update conversation_members set is_mailed = true
        where user_id = ${userId} and conversation_id in (select conversation_id from wrote)
      )
      select distinct u.display_name as name, u.id from wrote join users u using (id) order by 1, 2`;
