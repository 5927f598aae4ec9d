import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { BlockList, type Socket, isIPv4 } from 'node:net';
import { networkOf } from './caller.ts';

/**
 * Requests that may wait on a connection for the answer to an earlier one. Browsers send none before they have that
 * answer. The few clients that do are served one request after the other. A flood of requests in one packet ends the
 * connection, before each of them takes a handler, a buffer and a place in the database's queue.
 */
const WAITING = 8;

/**
 * Connections of one caller (`networkOf` its address) at the same time. A browser holds six; forty people behind one
 * address of a school stay below the limit. This many clients that never read their answer cost about 30 MB.
 */
const OF_ONE_CALLER = 256;

/** Connections of a process in total; an idle one costs about 10 kB. */
const OF_ALL = 10_000;

/** Serves the requests of each connection one after the other, in the order of their arrival. */
export function serveInOrder(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const waiting = new WeakMap<Socket, (() => void)[]>();
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const { socket } = request;
    const begin = () => {
      answer.once('close', next);
      for (const handler of handlers) handler.call(server, request as never, answer as never);
    };
    const next = () => {
      const first = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (first === undefined) waiting.delete(socket);
      else first();
    };
    const before = waiting.get(socket);
    if (before === undefined) {
      waiting.set(socket, []);
      begin();
    } else if (before.length === WAITING) socket.destroy();
    else before.push(begin);
  });
}

/**
 * Limits the number of connections of one caller, and closes further ones before they cost anything. Connections of a
 * proxy aren't counted, because `limitCallers` counts its visitors.
 * @param factor multiplies the number for one caller; 0 turns the limit off
 */
export function limitConnections(server: Server, { proxies, factor }: { proxies: string[]; factor: number }): void {
  server.maxConnections = OF_ALL;
  if (factor === 0) return;
  const most = Math.ceil(OF_ONE_CALLER * factor);
  const trusted = new BlockList();
  for (const range of proxies) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return;
    const caller = networkOf(address);
    const count = (open.get(caller) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(caller, count);
    socket.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1;
      if (left === 0) open.delete(caller);
      else open.set(caller, left);
    });
  });
}
