import * as z from 'zod/mini';
import { CommentsEvent } from './community/comments/comment-events.ts';
import { endpoint } from './platform/http/endpoint.ts';
import { MediaEvent } from './catalogue/media/media-events.ts';
import { MessagesEvent } from './community/messages/message-events.ts';
import { NotificationsEvent } from './community/notifications/notification-events.ts';
import { ReviewEvent } from './review/trail/review-events.ts';

/** Events may have been missed, so a client fetches again all data that it updates by live events. */
const Resync = z.object({ name: z.literal('resync'), data: z.object({}) });

/** The live events of an account: those of each domain, and `resync`. */
export const ServerEvent = z.discriminatedUnion('name', [
  CommentsEvent,
  MediaEvent,
  MessagesEvent,
  NotificationsEvent,
  ReviewEvent,
  Resync,
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** Server-sent events in the form of https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'member',
  summary: 'Stream the live events of your own account (text/event-stream)',
  type: 'text/event-stream',
  reply: z.string(),
});
