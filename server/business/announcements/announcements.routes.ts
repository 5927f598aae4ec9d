import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import {
  previewSystemMessage,
  removeSystemMessage,
  saveSystemMessage,
  writtenSystemMessage,
} from '@scoville/contract/business/announcements/system-message-edit.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { deleteSystemMessage, findSystemMessage, replaceSystemMessage } from './announcements.queries.ts';
import { hasForeignPicture, markdownHtml } from './markdown.ts';
import { presentSystemMessage, systemMessageFor } from './message-for.ts';

const FOREIGN_PICTURE =
  'Pictures from other sites are not shown, because they would tell those sites who visits. Use a link, or a picture of this site: ![text](/path).';

export const announcementsRoutes = (app: App, { db } = app) => [
  route(systemMessage, async ({ actor }) => ({ systemMessage: await systemMessageFor(db, actor) })),

  route(writtenSystemMessage, async () => {
    const row = await findSystemMessage(db);
    return { systemMessage: row && presentSystemMessage(row) };
  }),

  route(saveSystemMessage, async (call) => {
    const actor = signedIn(call);
    if (hasForeignPicture(call.body.message)) throw invalid('message', FOREIGN_PICTURE);
    const row = await transaction(db, async (tx) => {
      const written = await replaceSystemMessage(tx, call.body, actor.userId);
      const subject = { kind: 'system-message', id: written.id } as const;
      await recordAct(tx, await administratorNow(app, tx, actor.userId), { act: 'wrote-system-message', subject });
      return written;
    });
    return { systemMessage: presentSystemMessage(row) };
  }),

  route(removeSystemMessage, async (call) => {
    const { id } = call.params;
    await transaction(db, async (tx) => {
      if (!(await deleteSystemMessage(tx, id))) throw notFound('This system message');
      const subject = { kind: 'system-message', id } as const;
      await recordAct(tx, await administratorNow(app, tx, signedIn(call).userId), {
        act: 'removed-system-message',
        subject,
      });
    });
    return { id, deleted: true as const };
  }),

  route(previewSystemMessage, async ({ body }) => ({ html: markdownHtml(body.message) })),
];
