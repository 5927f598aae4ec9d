import type { Tx } from '../db/connection.ts';

/** Who of a conversation has something unread in it, as far as mail may say so: not what waits as a request. */
export const findUnreadMembers = async (tx: Tx, convoId: string): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      select user_id as id from conversation_members
      where conversation_id = ${convoId} and not has_read and not archived and not is_request and not is_mailed
        and latest_at is not null`
  ).map(({ id }) => id);

/** Who of a conversation has it as a request that is not answered yet. */
export const findAsked = async (tx: Tx, convoId: string): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      select user_id as id from conversation_members
      where conversation_id = ${convoId} and is_request and not has_read and not archived`
  ).map(({ id }) => id);

/**
 * The senders of what an account has not read for so long (seconds) and was not mailed about, which counts as mailed from
 * now on; without those whom it blocked meanwhile: where nobody else wrote, the next one still may be told of.
 */
export const takeUnmailed = (tx: Tx, userId: string, seconds: number): Promise<{ id: string; name: string }[]> =>
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
