import type { Row } from 'postgres';
import type { Db } from '../../platform/db/connection.ts';

/**
 * The conversations that an account sees, including archived ones. They are not deleted with an account because other
 * accounts use them too, so the schema doesn't list them as owned. Other members have the names that the screen shows.
 */
export const ownConversations = (db: Db, userId: string) => db<Row[]>`
  select c.id, array(
      select u.display_name from conversation_members p join users u on u.id = p.user_id
      where p.conversation_id = c.id and p.user_id <> ${userId} order by u.display_name, u.id) as "with",
    c.created_at, o.has_read, o.archived, o.is_request
  from conversation_members o join conversations c on c.id = o.conversation_id
  where o.user_id = ${userId} and o.latest_at is not null order by o.latest_at desc, c.id`;

/** Messages that an account wrote or received, without those hidden from it because it had blocked the sender. */
export const ownMessages = (db: Db, userId: string) => db<Row[]>`
  select m.id, m.conversation_id, m.from_id = ${userId} as is_own, u.display_name as "from", m.body, m.shares_media,
    m.media_id, z.display_name as shares_profile, m.created_at
  from conversation_members o join messages m on m.conversation_id = o.conversation_id
    join users u on u.id = m.from_id left join users z on z.id = m.zone_id
  where o.user_id = ${userId} and not o.user_id = any(m.hidden_from) order by m.conversation_id, m.created_at`;
