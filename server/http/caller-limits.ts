import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from './caller.ts';
import { tooMany } from './errors.ts';
import { type Permit, limitConcurrency, perMinute } from './throttle.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How it lasts while nothing is worked on: `bytes` come or go (files, uploads), `events` are waited for. Calls
     * without it are worked on and answered.
     */
    long?: 'bytes' | 'events';
  }
}

/**
 * Calls and pages of one caller in a minute. Somebody who clicks every few seconds makes about 120; a school class
 * behind one address stays below.
 */
const CALLS = 1200;

/** Pictures and parts of files of one caller in a minute: a page with a hundred pictures, by a household at a time. */
const FILES = 6000;

/**
 * Calls of one caller that are worked on at a time, of the ten that the process's connections to the database can do:
 * the others are for others. A call takes some milliseconds, so that the next ones wait for less than anybody notices.
 */
const AT_A_TIME = 6;

/** Calls of one caller that may wait for that; a browser sends a hundred at once at the most (HTTP/2, through a proxy). */
const WAITING = 200;

/**
 * Long answers and bodies of one caller at a time; more wait like calls. Each listener holds one or two for minutes, each
 * page a few for a moment; that many readers that never read cost 25 MB.
 */
const LONG = 128;

/**
 * Streams of events of one caller: every tab that somebody signed in sees has one for as long as it is seen, so that they
 * take no place from files. Half of the connections of one address; beyond it a tab is refused at once, and asks instead.
 */
const STREAMS = 128;

/**
 * Keeps one caller from taking a process for themselves: so many calls a minute, so many at a time. In this process's
 * memory, unlike the limits of writes, because a read must not cost a write; with several processes one caller may do
 * that many times more.
 * @param factor multiplies every number; 0 turns them off
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
      throw tooMany('Too many requests from your network. Wait a minute and try again.', 60);
    if (!long) return;
    const { leave } = await (long === 'events' ? streams : longs)(caller, reply.raw);
    reply.raw.once('close', leave);
  });
  const held = new WeakMap<ServerResponse, Permit>();
  // A call's turn begins when its body has come: who sends it slowly takes nobody's place.
  app.addHook('preValidation', async (request, reply) => {
    if (!longOf(request)) held.set(reply.raw, await turns(callerOf(request), reply.raw));
  });
  // It ends when the work is done and the answer is out, or nobody is there to take it. Leaving does not end the work.
  app.addHook('onSend', async (_request, { raw }) => {
    const turn = held.get(raw);
    if (turn === undefined) return;
    if (raw.destroyed) turn.leave();
    else raw.once('close', turn.leave);
  });
}

const longOf = (request: FastifyRequest): 'bytes' | 'events' | undefined =>
  request.routeOptions.config.long ?? (request.url.startsWith('/assets/') ? 'bytes' : undefined);
