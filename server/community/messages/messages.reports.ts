import type { Db } from '../../platform/db/connection.ts';
import { type ReportSubject, shortenExcerpt } from '../reports/report-subject.ts';
import { deleteMessage } from './messages.queries.ts';

/** Number of messages shown before and after the reported one. */
const NEIGHBOURS = 2;

interface NearRow {
  id: string;
  from_id: string;
  name: string;
  body: string;
  shares_media: boolean;
  created_at: Date;
}

/**
 * A message, with a few of its neighbours that the reporter may read. The administrator who decides sees these, copied
 * at the time of the report, and nothing else of the conversation.
 */
export const messageReports: ReportSubject = {
  kind: 'message',

  async find(db, reporter, id) {
    const near = await listNear(db, reporter.userId, id);
    const message = near.find((row) => row.id === id);
    if (message === undefined) return null;
    return {
      ownerId: message.from_id,
      excerpt: {
        title: `A message from ${message.name}`,
        text: wordsOf(message),
        path: null,
        context: near.map((row) => ({
          from: row.name,
          text: wordsOf(row),
          at: row.created_at.toISOString(),
          isReported: row.id === id,
        })),
      },
    };
  },

  remove: async (_app, tx, _administrator, id) => deleteMessage(tx, id),
};

const wordsOf = ({ body, shares_media }: NearRow): string =>
  body === '' ? (shares_media ? '(shared a song or video)' : '(shared a profile)') : shortenExcerpt(body);

/** A message and its neighbours that this account may read, oldest first; empty if it may not read the message. */
const listNear = (db: Db, userId: string, id: string): Promise<NearRow[]> =>
  db<NearRow[]>`
    with one as (
      select m.* from messages m where m.id = ${id} and not ${userId}::uuid = any(m.hidden_from)
        and exists (
          select 1 from conversation_members o where o.conversation_id = m.conversation_id and o.user_id = ${userId}
        )
    )
    select near.id, near.from_id, u.display_name as name, near.body, near.shares_media, near.created_at
    from one cross join lateral (
      select * from one
      union all (
        select * from messages b where b.conversation_id = one.conversation_id and b.created_at < one.created_at
          and not ${userId}::uuid = any(b.hidden_from) order by b.created_at desc limit ${NEIGHBOURS}
      )
      union all (
        select * from messages a where a.conversation_id = one.conversation_id and a.created_at > one.created_at
          and not ${userId}::uuid = any(a.hidden_from) order by a.created_at limit ${NEIGHBOURS}
      )
    ) near join users u on u.id = near.from_id
    order by near.created_at`;
