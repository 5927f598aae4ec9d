import { events } from '@scoville/contract/events.ts';
import type { App } from '../app-context.ts';
import { actorOf } from '../../accounts/auth/session.ts';
import { isUnavailable } from '../db/availability.ts';
import { HttpError } from '../http/errors.ts';
import { type Route, route, signedIn } from '../http/route.ts';
import { type ChangeListener, openChangeListener } from './change-listener.ts';
import { feeds } from './feed.ts';
import { Streams } from './streams.ts';

/** The stream of an account's live events. The process starts to listen for changes with the first stream. */
export function eventsRoutes(app: App): Route[] {
  const streams = new Streams();
  app.metrics.observe('scoville.event_streams', () => [{ value: streams.size }]);
  let changeListener: Promise<ChangeListener> | null = null;
  let ended = false;
  const listening = async () => {
    changeListener ??= openChangeListener(app, app.domains.given(feeds), streams);
    try {
      await changeListener;
    } catch (error) {
      changeListener = null;
      throw error;
    }
  };
  const stream = route(events, async (call) => {
    const { userId } = signedIn(call);
    const { request, reply } = call;
    // Before the head of the answer, so that the stream contains every change after the browser has opened it.
    await listening();
    if (streams.isFull(userId)) throw new HttpError(429, 'This account has too many open connections.');
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      // Nginx and other proxies buffer an answer before they pass it on, unless this header forbids it.
      'x-accel-buffering': 'no',
    });
    if (request.method === 'HEAD' || ended) reply.raw.end();
    else
      streams.add(userId, reply.raw, async () => {
        try {
          return (await actorOf(app, request))?.userId === userId;
        } catch (error) {
          if (!isUnavailable(error)) request.log.error({ err: error }, 'a stream’s session could not be looked up');
          // Keep users signed in while the database is unavailable.
          return true;
        }
      });
    return '';
  });
  return [
    {
      ...stream,
      end: async () => {
        ended = true;
        streams.endAll();
        await (await changeListener)?.close();
      },
    },
  ];
}
