import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from './free-port.ts';

const listening: Server[] = [];
afterEach(() => {
  for (const server of listening.splice(0)) server.close();
});

test('can be listened on, and isn’t taken by an outgoing connection first', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999');
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number);
  for (let n = 0; n < 20; n += 1) {
    const port = await freePort();
    if (first > 11_000) expect(port < first || port > last).toBe(true);
    const server = createServer().listen(port, '127.0.0.1');
    listening.push(server);
    await once(server, 'listening');
  }
});

test('isn’t a port that another program listens on', async () => {
  const taken = await freePort();
  const server = createServer().listen(taken, '127.0.0.1');
  listening.push(server);
  await once(server, 'listening');
  const first = [taken, taken];
  expect(await freePort((low, high) => first.shift() ?? randomInt(low, high))).not.toBe(taken);
  expect(first).toEqual([]);
});
