import type { Db } from '../db/connection.ts';
import { startsWithPattern } from '../db/like.ts';

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

/**
 * Whom somebody may mean by what they typed of a name, the likeliest first: who has it as username, then as name, then
 * those of its beginning whom one follows or writes with, then the newest. Not oneself. Each way to find somebody looks at
 * so many alone, whatever others are called.
 */
export function listPeople(
  db: Db,
  { userId, typed, limit }: { userId: string; typed: string; limit: number },
): Promise<PersonRow[]> {
  const q = typed.trim().toLowerCase();
  const username = q.replace(/^@/, '');
  const isOther = db`u.deleted_at is null and u.id <> ${userId}`;
  const isNamed = db`(lower(u.display_name) = ${q} or lower(u.first_name || ' ' || u.last_name) = ${q})`;
  const begins = db`(lower(u.username::text) like ${startsWithPattern(username)}
    or lower(u.display_name) like ${startsWithPattern(q)}
    or lower(u.first_name || ' ' || u.last_name) like ${startsWithPattern(q)})`;
  const newest = db`order by u.created_at desc, u.id desc limit ${limit}`;
  return db<PersonRow[]>`
    with known as materialized (
      select musician_id as id from follows where subscriber_id = ${userId}
      union
      select p.user_id from conversation_members o join conversation_members p using (conversation_id)
      where o.user_id = ${userId} and o.latest_at is not null and not o.is_request
    ), found as (
      select u.id from users u where u.username = ${username} and ${isOther}
      union
      (select u.id from users u where ${isNamed} and u.id in (select id from known) and ${isOther} ${newest})
      union
      (select u.id from users u where ${isNamed} and ${isOther} ${newest})
      union
      (select u.id from users u where ${begins} and u.id in (select id from known) and ${isOther} ${newest})
      union
      (select u.id from users u where ${begins} and ${isOther} ${newest})
    )
    select u.id, u.username, u.display_name, u.first_name, u.last_name, u.is_master_chef, u.profile_image_version,
      u.created_at
    from users u join found using (id)
    order by (u.username = ${username}) is true desc, ${isNamed} desc, u.id in (select id from known) desc,
      u.created_at desc, u.id desc
    limit ${limit}`;
}
