import { systemMessage } from '@scoville/contract/announcements.ts';
import type { App } from '../app-context.ts';
import { route } from '../http/route.ts';
import { findSystemMessage } from './announcements.queries.ts';
import { markdownHtml } from './markdown.ts';

export const announcementsRoutes = ({ db }: App) => [
  route(systemMessage, async ({ actor }) => {
    const row = await findSystemMessage(db);
    if (row === null || (row.disappear_after_login && actor !== null)) return { systemMessage: null };
    return {
      systemMessage: {
        id: row.id,
        message: row.message,
        html: markdownHtml(row.message),
        actionLink: row.action_link,
        disappearAfterLogin: row.disappear_after_login,
      },
    };
  }),
];
