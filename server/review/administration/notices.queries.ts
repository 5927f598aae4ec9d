import type { Db } from '../../platform/db/connection.ts';

export interface NoticeRow {
  machine: string;
  name: string;
  text: string;
  noticed_at: Date;
}

/** Hours after which the notices of a machine that stopped reporting are removed. */
const NOTICE_HOURS = 3;

/**
 * Replaces a machine's notices with its current ones; a notice that persists keeps its first time. Also removes the
 * notices of machines that have not reported for hours.
 */
export async function replaceNotices(
  db: Db,
  machine: string,
  notices: readonly { name: string; text: string }[],
): Promise<void> {
  await db`
    with found as (
      select * from jsonb_to_recordset(${db.json(notices.map(({ name, text }) => ({ name, text })))}) as s (name text, text text)
    ), settled as (
      delete from notice where machine = ${machine} and name not in (select name from found)
        or machine <> ${machine} and seen_at < now() - make_interval(hours => ${NOTICE_HOURS})
    )
    insert into notice (machine, name, text) select ${machine}, name, text from found
    on conflict (machine, name) do update set text = excluded.text, seen_at = now()`;
}

/** The notices of all machines, the oldest first. */
export const findNotices = (db: Db): Promise<NoticeRow[]> =>
  db<NoticeRow[]>`
    select machine, name, text, noticed_at from notice
    where seen_at > now() - make_interval(hours => ${NOTICE_HOURS})
    order by noticed_at, machine, name limit 50`;
