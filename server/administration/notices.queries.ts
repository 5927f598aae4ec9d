import type { Db } from '../db/connection.ts';

export interface NoticeRow {
  machine: string;
  name: string;
  text: string;
  noticed_at: Date;
}

/** Hours until a machine that says nothing any more is forgotten. */
const NOTICE_HOURS = 3;

/**
 * Puts what a machine has to say now in place of what it said before; a matter that goes on keeps its first time. What
 * machines said that have been silent since goes as well.
 */
export async function replaceNotices(
  db: Db,
  machine: string,
  notices: readonly { name: string; text: string }[],
): Promise<void> {
  await db`
    with said as (
      select * from jsonb_to_recordset(${db.json(notices.map(({ name, text }) => ({ name, text })))}) as s (name text, text text)
    ), settled as (
      delete from notice where machine = ${machine} and name not in (select name from said)
        or machine <> ${machine} and seen_at < now() - make_interval(hours => ${NOTICE_HOURS})
    )
    insert into notice (machine, name, text) select ${machine}, name, text from said
    on conflict (machine, name) do update set text = excluded.text, seen_at = now()`;
}

/** What machines said lately, the oldest matter first. */
export const findNotices = (db: Db): Promise<NoticeRow[]> =>
  db<NoticeRow[]>`
    select machine, name, text, noticed_at from notice
    where seen_at > now() - make_interval(hours => ${NOTICE_HOURS})
    order by noticed_at, machine, name limit 50`;
