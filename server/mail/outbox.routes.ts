import { outbox } from '@scoville/contract/outbox.ts';
import type { App } from '../app-context.ts';
import { cutPage, rowsBefore, timeCursors } from '../http/paging.ts';
import { route } from '../http/route.ts';
import { type MailRow, listMail } from './outbox.queries.ts';

export const outboxRoutes = ({ db, cursors }: App) => [
  route(outbox, async ({ query }) => {
    const { cursor, page = 1, size = 20 } = query;
    const places = timeCursors(cursors, 'outbox');
    const wanted = { after: places.read(cursor), limit: size + 1, offset: rowsBefore(query, size) };
    const { rows, total } = await listMail(db, wanted);
    const { shown, next } = cutPage(rows, size, places.write);
    return { mail: shown.map(presentMail), total, paging: { page, size, next } };
  }),
];

const presentMail = ({ created_at, sent_at, ...mail }: MailRow) => ({
  ...mail,
  createdOn: created_at.toISOString(),
  sentOn: sent_at?.toISOString() ?? null,
});
