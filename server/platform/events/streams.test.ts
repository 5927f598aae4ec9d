import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { Streams } from './streams.ts';

it('doesn’t add the stream of a reader that has already disconnected', async () => {
  const streams = new Streams();
  const left = Promise.withResolvers<void>();
  const http = createServer((_request, answer) => {
    answer.writeHead(200);
    answer.once('close', () => {
      streams.add('gone', answer, async () => true);
      left.resolve();
    });
    asked.destroy();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const asked = get({ port, host: '127.0.0.1', agent: false }).on('error', () => undefined);
  await left.promise;
  expect(streams.size).toBe(0);
  http.close();
});

it('drops a reader that doesn’t read', async () => {
  const streams = new Streams();
  const http = createServer((_request, answer) => {
    answer.writeHead(200);
    streams.add('slow', answer, async () => true);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => http.once('listening', listening));
  const { port } = http.address() as AddressInfo;
  const asked = get({ port, host: '127.0.0.1', agent: false });
  const answer = await new Promise<NodeJS.ReadableStream>((resolve) => asked.once('response', resolve));
  answer.pause();
  expect(streams.size).toBe(1);
  // The system's own buffers hold some megabytes.
  const event = { name: 'media', data: { id: newId(), stage: 'Checking', progress: 1, replaces: false } } as const;
  let sent = 0;
  for (; sent < 1_000_000 && streams.size === 1; sent += 1) streams.send('slow', event);
  expect(streams.size).toBe(0);
  const cut = new Promise<Error>((resolve) => answer.once('error', resolve));
  answer.resume();
  expect(await cut).toMatchObject({ code: 'ECONNRESET' });
  http.close();
});
