import { outbox } from '@scoville/contract/outbox.ts';
import type { App } from '../app-context.ts';
import { route } from '../http/route.ts';
import { type MailRow, listMail } from './outbox.queries.ts';

export const outboxRoutes = ({ db }: App) => [
  route(outbox, async ({ query }) => {
    const { page = 1, size = 20 } = query;
    const { rows, total } = await listMail(db, size, (page - 1) * size);
    return { mail: rows.map(presentMail), total, paging: { page, size, next: null } };
  }),
];

const presentMail = ({ created_at, sent_at, ...mail }: MailRow) => ({
  ...mail,
  createdOn: created_at.toISOString(),
  sentOn: sent_at?.toISOString() ?? null,
});
