import type { Row } from 'postgres';
import type { Db } from '../db/connection.ts';

/**
 * The conversations that an account is shown, also those that it archived. They stay when an account is deleted, because they
 * are others', too; so the schema does not say that they are its own. Others are named as they are on the screen.
 */
export const ownConversations = (db: Db, userId: string) => db<Row[]>`
  select c.id, array(
      select u.display_name from conversation_members p join users u on u.id = p.user_id
      where p.conversation_id = c.id and p.user_id <> ${userId} order by u.display_name, u.id) as "with",
    c.created_at, o.has_read, o.archived, o.is_request
  from conversation_members o join conversations c on c.id = o.conversation_id
  where o.user_id = ${userId} and o.latest_at is not null order by o.latest_at desc, c.id`;

/** What an account wrote and what it received: not what was hidden from it when it had blocked the sender. */
export const ownMessages = (db: Db, userId: string) => db<Row[]>`
  select m.id, m.conversation_id, m.from_id = ${userId} as is_own, u.display_name as "from", m.body, m.shares_media,
    m.media_id, z.display_name as shares_profile, m.created_at
  from conversation_members o join messages m on m.conversation_id = o.conversation_id
    join users u on u.id = m.from_id left join users z on z.id = m.zone_id
  where o.user_id = ${userId} and not o.user_id = any(m.hidden_from) order by m.conversation_id, m.created_at`;
