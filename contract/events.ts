import * as z from 'zod/mini';
import { CommentsEvent } from './comment-events.ts';
import { endpoint } from './endpoint.ts';
import { MediaEvent } from './media-events.ts';
import { MessagesEvent } from './message-events.ts';
import { NotificationsEvent } from './notification-events.ts';

/** Something may have been missed: whoever follows live events reads again what they would have changed. */
const Resync = z.object({ name: z.literal('resync'), data: z.object({}) });

/** What an account hears as it happens: the events of each domain, and `resync`. */
export const ServerEvent = z.discriminatedUnion('name', [
  CommentsEvent,
  MediaEvent,
  MessagesEvent,
  NotificationsEvent,
  Resync,
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** Server-sent events in the form of https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'member',
  summary: 'Live events of the own account (text/event-stream)',
  type: 'text/event-stream',
  reply: z.string(),
});
