import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Stage } from './processing.ts';
import { Id } from './values.ts';

/** What an account hears as it happens; `resync` says that something may have been missed: read it again. */
export const ServerEvent = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('media'),
    /** Percent within the stage; of the file that is to replace another, or of the only one. */
    data: z.object({ id: Id, stage: Stage, progress: z.int(), replaces: z.boolean() }),
  }),
  z.object({ name: z.literal('resync'), data: z.object({}) }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** Server-sent events in the form of https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'member',
  summary: 'Live events about own media (text/event-stream)',
  type: 'text/event-stream',
  reply: z.string(),
});
