import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { transaction } from '../db/connection.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { type StreamReader, readStream } from '../../testkit/event-stream.ts';
import { attemptOf, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import type { Attempt } from '../../pipeline/processing/attempt.ts';
import { advance, recordProgress } from '../../pipeline/processing/processing.queries.ts';
import { HEARTBEAT, STREAMS_OF_ONE } from './streams.ts';

let proxy: DatabaseProxy;
let server: TestServer;
let origin: string;
const readers: StreamReader[] = [];

const originOf = async ({ http }: TestServer) => {
  await http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
};
const watch = async ({ client }: Pick<Account, 'client'>) => {
  const reader = await readStream(origin, client.cookies);
  readers.push(reader);
  return reader;
};
/** A song in its first attempt, at the start of its processing. */
const queued = async ({ me }: Account) => {
  const mediaId = await insertMedia(server.app.db, { musicianId: me.id, status: 'queued' });
  return { mediaId, ...(await attemptOf(server.app.db, mediaId)) };
};
const move = (work: Attempt, step: 'probe' | 'transcode') =>
  transaction(server.app.db, (tx) => advance(tx, work, step));

beforeAll(async () => {
  proxy = await openDatabaseProxy(await createTestDatabase());
  server = await startTestServer({ DATABASE_URL: proxy.url });
  origin = await originOf(server);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const reader of readers.splice(0)) {
    reader.leave();
    await reader.over;
  }
});
afterAll(async () => {
  await server.close();
  await proxy.close();
});

it('sends each stage and percentage of the processing to its owner only', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const [theirs, foreign] = [await watch(owner), await watch(other)];
  expect(theirs.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const [one, two] = [await queued(owner), await queued(other)];
  await move(one, 'probe');
  expect(await theirs.next()).toEqual({
    name: 'media',
    data: { id: one.mediaId, stage: 'Checking', progress: 0, replaces: false },
  });
  await move(one, 'transcode');
  await recordProgress(server.app.db, one, 'transcoding', 41);
  // Both changes were collected together, so there is one event with the latest state.
  expect(await theirs.next()).toEqual({
    name: 'media',
    data: { id: one.mediaId, stage: 'Transcoding', progress: 41, replaces: false },
  });
  await move(two, 'probe');
  expect(await foreign.next()).toEqual({
    name: 'media',
    data: { id: two.mediaId, stage: 'Checking', progress: 0, replaces: false },
  });
  expect(foreign.text()).not.toContain(one.mediaId);
  expect(theirs.text()).toMatch(/^retry: \d+\n\n/);
  expect(theirs.text()).not.toContain(two.mediaId);
});

it('reads changes at most once in a quarter of a second, for any number of notifications and streams', async () => {
  const owner = await server.signUp();
  const streams = [await watch(owner), await watch(owner), await watch(owner)];
  const work = await queued(owner);
  await move(work, 'probe');
  for (const stream of streams) await stream.next();
  const before = streams.map((stream) => stream.text().length);
  const started = performance.now();
  for (let percent = 1; percent <= 60; percent += 1) await recordProgress(server.app.db, work, 'probing', percent);
  for (const stream of streams) await stream.next((event) => event.name === 'media' && event.data.progress === 60);
  const most = 1 + (performance.now() - started) / 250;
  for (const [index, stream] of streams.entries())
    expect(stream.text().slice(before[index]).split('event: media').length - 1).toBeLessThanOrEqual(most);
});

it('refuses visitors with 401, and an account with too many streams with 429', async () => {
  expect((await watch({ client: server.visitor() })).status).toBe(401);
  const owner = await server.signUp();
  for (let open = 0; open < STREAMS_OF_ONE; open += 1) expect((await watch(owner)).status).toBe(200);
  expect((await watch(owner)).status).toBe(429);
  expect((await watch(await server.signUp())).status).toBe(200);
  const first = readers.find(({ status }) => status === 200);
  first?.leave();
  // The server notices the disconnect with a delay.
  await expect.poll(async () => (await watch(owner)).status).toBe(200);
});

it('answers HEAD, whose GET never ends', async () => {
  const { client } = await server.signUp();
  expect((await client.send({ method: 'HEAD', url: '/api/events' })).status).toBe(200);
});

it('is documented as an event stream', async () => {
  const { body } = await server.visitor().get('/api/docs/json');
  const { responses, 'x-access': access } = body.paths['/api/events'].get;
  expect([access, Object.keys(responses['200'].content)]).toEqual(['member', ['text/event-stream']]);
});

it('sends heartbeats, and ends at the next one after its session has expired', async () => {
  const [leaves, stays] = [await server.signUp(), await server.signUp()];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [left, kept] = [await watch(leaves), await watch(stays)];
  await server.app.db`update sessions set expires_at = now() - interval '1 second' where user_id = ${leaves.me.id}`;
  vi.advanceTimersByTime(HEARTBEAT);
  await left.over;
  await expect.poll(() => kept.text()).toMatch(/\n:\n\n$/);
});

it('ends at once when its session ends or its account is suspended, and other streams continue', async () => {
  const [account, other, admin] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp({ role: 'admin' }),
  ];
  const again = server.visitor();
  expect((await again.post('/auth', { email: account.me.email, password: 'a long password' })).status).toBe(200);
  // Stops the heartbeats, so that the streams must end without one.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [here, there, elsewhere] = [await watch(account), await watch({ client: again }), await watch(other)];
  await account.client.get('/auth/logout');
  await here.over;
  // The stream of the account's other session continues.
  const mine = await queued(account);
  await move(mine, 'probe');
  expect(await there.next()).toMatchObject({ data: { id: mine.mediaId } });
  const suspension = { reason: 'Spam in messages.', days: 7 };
  expect((await admin.client.put(`/api/users/${account.me.id}/suspension`, suspension)).status).toBe(200);
  await there.over;
  const theirs = await queued(other);
  await move(theirs, 'probe');
  expect(await elsewhere.next()).toMatchObject({ data: { id: theirs.mediaId } });
});

it('asks all clients to refetch after the database was unavailable, and continues', async () => {
  const owner = await server.signUp();
  const stream = await watch(owner);
  const work = await queued(owner);
  proxy.cut();
  expect(await stream.next()).toEqual({ name: 'resync', data: {} });
  await proxy.away();
  await proxy.back();
  expect(await stream.next()).toEqual({ name: 'resync', data: {} });
  await move(work, 'probe');
  const { mediaId: id } = work;
  expect(await stream.next(({ name }) => name === 'media')).toEqual({
    name: 'media',
    data: { id, stage: 'Checking', progress: 0, replaces: false },
  });
  // Once for each loss, after all channels are listened to again, so that later changes aren't missed.
  expect(stream.text().split('event: resync')).toHaveLength(3);
});

it('sends a change only when its transaction commits', async () => {
  const owner = await server.signUp();
  const stream = await watch(owner);
  const [undone, done] = [await queued(owner), await queued(owner)];
  const mistake = new Error('undone');
  await expect(
    transaction(server.app.db, async (tx) => {
      await advance(tx, undone, 'probe');
      throw mistake;
    }),
  ).rejects.toBe(mistake);
  await move(done, 'probe');
  await stream.next();
  expect(stream.text()).not.toContain(undone.mediaId);
});

it('a server that stops ends its streams without waiting for their readers', async () => {
  const stopping = await startTestServer();
  const at = await originOf(stopping);
  const { client } = await stopping.signUp();
  const stream = await readStream(at, client.cookies);
  expect(stream.status).toBe(200);
  await stopping.close();
  await stream.over;
});
