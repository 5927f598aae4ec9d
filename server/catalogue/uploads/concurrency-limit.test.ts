import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

let http: Server;
let port: number;
let arrived: (answer: ServerResponse) => void;
beforeAll(async () => {
  http = createServer((_request, answer) => arrived(answer)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  ({ port } = http.address() as AddressInfo);
});
afterAll(() => http.close());

/** Returns the response of a request that is still unanswered, and its sender. */
async function request(): Promise<{ answer: ServerResponse; sender: Socket }> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  arrived = resolve;
  const sender = connect(port, '127.0.0.1');
  sender.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  return { answer: await promise, sender };
}

/** Returns the response of a request whose sender has disconnected. */
async function abandoned(): Promise<ServerResponse> {
  const { answer, sender } = await request();
  const closed = once(answer, 'close');
  sender.destroy();
  await closed;
  return answer;
}

it('limits the open requests of each account, until a response is closed', async () => {
  const { enter } = createConcurrencyLimit(2, 'Too many.');
  const [first, second, third] = [await request(), await request(), await request()];
  enter('one', first.answer);
  enter('one', second.answer);
  expect(() => enter('one', third.answer)).toThrow('Too many.');
  enter('other', third.answer);
  const closed = once(first.answer, 'close');
  first.sender.destroy();
  await closed;
  enter('one', third.answer);
  for (const { sender } of [second, third]) sender.destroy();
});

it('does not count a response that is already closed, which would count forever', async () => {
  const { enter } = createConcurrencyLimit(1, 'Too many.');
  for (let n = 0; n < 3; n += 1) enter('one', await abandoned());
  const { answer, sender } = await request();
  enter('one', answer);
  sender.destroy();
});
