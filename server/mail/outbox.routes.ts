import { outbox } from '@scoville/contract/outbox.ts';
import type { App } from '../app-context.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../http/paging.ts';
import { route } from '../http/route.ts';
import { type MailRow, listMail } from './outbox.queries.ts';

export const outboxRoutes = ({ db, cursors }: App) => [
  route(outbox, async ({ query }) => {
    const { rows, total, paging } = await readPage(cursors, query, {
      name: 'outbox',
      size: 20,
      read: (slice: Slice<TimePlace>) => listMail(db, slice),
      placeOf: timePlace,
    });
    return { mail: rows.map(presentMail), total, paging };
  }),
];

const presentMail = ({ created_at, sent_at, ...mail }: MailRow) => ({
  ...mail,
  createdOn: created_at.toISOString(),
  sentOn: sent_at?.toISOString() ?? null,
});
