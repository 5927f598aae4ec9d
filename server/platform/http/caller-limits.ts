import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from './caller.ts';
import { tooManyRequests } from './errors.ts';
import { type Permit, limitConcurrency, perMinute } from './throttle.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set for calls that last long without any work: `bytes` while data is transferred (files, uploads), `events` while
     * a stream waits for events. All other calls are worked on and answered.
     */
    long?: 'bytes' | 'events';
  }
}

/**
 * Calls and pages of one caller per minute. A user who clicks every few seconds makes about 120; a school class behind
 * one address stays below the limit.
 */
const CALLS = 1200;

/**
 * Images and parts of files of one caller per minute: enough for a household that opens pages with a hundred images.
 */
const FILES = 6000;

/**
 * Calls of one caller that are worked on at the same time. The process has ten database connections, so the rest serves
 * other callers. A call takes a few milliseconds, so users don't notice the wait.
 */
const AT_A_TIME = 6;

/**
 * Calls of one caller that may wait for a place. A browser sends at most a hundred at once (HTTP/2, through a proxy).
 */
const WAITING = 200;

/**
 * Long answers and bodies of one caller at the same time; further ones wait like calls. Each listener holds one or two
 * for minutes, each page a few for a moment. This many clients that never read their answer cost 25 MB.
 */
const LONG = 128;

/**
 * Event streams of one caller. Each visible tab of a signed-in user has one, so they are counted apart from files. This
 * is half of the connections of one address. A tab beyond it is refused at once, and polls instead.
 */
const STREAMS = 128;

/**
 * Limits the calls of one caller per minute and at the same time, so that one caller can't take up a whole process.
 * Counts in this process's memory, unlike the limits of writes, because a read must not cost a write. With several
 * processes, one caller may make that many times more.
 * @param factor multiplies every number; 0 turns the limits off
 */
export function limitCallers(app: FastifyInstance, factor: number): void {
  if (factor === 0) return;
  const of = (most: number) => Math.ceil(most * factor);
  const calls = perMinute(of(CALLS));
  const files = perMinute(of(FILES));
  const turns = limitConcurrency(of(AT_A_TIME), of(WAITING));
  const longs = limitConcurrency(of(LONG), of(WAITING));
  const streams = limitConcurrency(of(STREAMS), 0);
  app.addHook('onRequest', async (request, reply) => {
    const caller = callerOf(request);
    const long = longOf(request);
    if (!(long ? files : calls)(caller))
      throw tooManyRequests('Too many requests from your network. Wait a minute and try again.', 60);
    if (!long) return;
    const { leave } = await (long === 'events' ? streams : longs)(caller, reply.raw);
    reply.raw.once('close', leave);
  });
  const held = new WeakMap<ServerResponse, Permit>();
  // A call takes its place after its body has arrived, so that slow senders don't occupy any.
  app.addHook('preValidation', async (request, reply) => {
    if (!longOf(request)) held.set(reply.raw, await turns(callerOf(request), reply.raw));
  });
  // The place is freed when the work is done and the answer is sent or the client is gone. Disconnecting doesn't end
  // the work.
  app.addHook('onSend', async (_request, { raw }) => {
    const turn = held.get(raw);
    if (turn === undefined) return;
    if (raw.destroyed) turn.leave();
    else raw.once('close', turn.leave);
  });
}

const longOf = (request: FastifyRequest): 'bytes' | 'events' | undefined =>
  request.routeOptions.config.long ?? (request.url.startsWith('/assets/') ? 'bytes' : undefined);
