import { systemMessage } from '@scoville/contract/announcements.ts';
import type { App } from '../app-context.ts';
import { route } from '../http/route.ts';
import { systemMessageFor } from './message-for.ts';

export const announcementsRoutes = ({ db }: App) => [
  route(systemMessage, async ({ actor }) => ({ systemMessage: await systemMessageFor(db, actor) })),
];
