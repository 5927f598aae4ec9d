import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let status = 200;
const server = createServer((_request, answer) => void answer.writeHead(status).end());
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const askedAt = (PUBLIC_URL: string) =>
  new Promise<number | null>((done) => {
    const env = { PATH: process.env['PATH'], PUBLIC_URL };
    const asked = execFile(process.execPath, [join(import.meta.dirname, 'ready.ts')], { env }, () => {});
    asked.on('exit', done);
  });

it('exits with a different code for a ready product, one that is starting, and none at all', async () => {
  expect(await askedAt(url)).toBe(0);
  status = 503;
  expect(await askedAt(url)).toBe(4);
  // A proxy without a product behind it.
  status = 502;
  expect(await askedAt(url)).toBe(3);
  await new Promise((done) => server.close(done));
  expect(await askedAt(url)).toBe(3);
  expect(await askedAt('no address')).toBe(2);
});
