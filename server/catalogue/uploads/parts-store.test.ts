import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { song } from '../../../fixtures/files.ts';
import type { Parts } from '../../platform/storage/storage.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { type TestS3, startS3 } from '../../testkit/s3.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { type TusClient, tusClient } from '../../testkit/tus.ts';
import { PartsStore } from './parts-store.ts';
import { findResumable } from './resumable.queries.ts';
import { growingKey } from './stored-upload.ts';
import { sweepFiles } from './sweep.ts';

const MB = 1024 * 1024;
let s3: TestS3;
/** Two web processes that share a database and a bucket. */
let one: TestServer;
let other: TestServer;
let first: TusClient;
let second: TusClient;
/** Two full parts and a remainder; its first bytes are those of a song. */
let large: Buffer;
beforeAll(async () => {
  s3 = await startS3();
  const settings = { DATABASE_URL: await createTestDatabase(), ...s3.env };
  one = await startTestServer(settings);
  other = await startTestServer(settings);
  [first, second] = [tusClient(one), tusClient(other)];
  const wav = await readFile(await song({ seconds: 3, format: 'wav' }));
  large = Buffer.concat([wav, randomBytes(20 * MB - wav.length)]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await one.close();
  await other.close();
  await s3.close();
});

const unlimited = () => one.signUp({ plan: 'ghost-pepper' });
const idOf = (path: string) => path.split('/').pop() ?? '';
const partsIn = ({ app }: TestServer): Parts => app.storage.parts!;
const tails = async () => {
  const keys: string[] = [];
  for await (const key of one.app.storage.list('incoming')) keys.push(key);
  return keys;
};
const expectWhole = async (answer: Response) => {
  expect(answer.status).toBe(204);
  const [source] = await one.app.db<{ storage_key: string; sha256: Buffer }[]>`
    select storage_key, sha256 from sources where owner_id = ${answer.headers.get('x-media-id')}`;
  const stored = await one.app.storage.withLocal(source?.storage_key ?? '', (path) => readFile(path));
  const digest = createHash('sha256').update(large).digest();
  expect([createHash('sha256').update(stored).digest(), source?.sha256]).toEqual([digest, digest]);
};
/** Ends the database sessions that hold the upload locks of both processes. */
const loseLocks = () => one.app.db`
  select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and a.datname = current_database() and application_name = 'scoville-upload-locks'`;

it('a part sent after its lock was lost doesn’t overwrite the bytes of the request that continued', async () => {
  const account = await unlimited();
  const path = await first.started(account, large.length);
  const parts = partsIn(one);
  const add = parts.add.bind(parts);
  vi.spyOn(parts, 'add').mockImplementationOnce(async (...asked) => {
    await loseLocks();
    const more = await second.patch(account, path, 0, large.subarray(0, 17 * MB));
    expect(more.headers.get('upload-offset')).toBe(String(17 * MB));
    return add(...asked);
  });
  expect((await first.patch(account, path, 0, large.subarray(0, 9 * MB))).status).toBe(423);
  expect((await first.call(account, 'HEAD', path)).headers.get('upload-offset')).toBe(String(17 * MB));
  await expectWhole(await first.patch(account, path, 17 * MB, large.subarray(17 * MB)));
});

it('refuses bytes whose offset is outdated by the time they are written', async () => {
  const account = await unlimited();
  const path = await first.started(account, large.length);
  const store = new PartsStore(one.app, partsIn(one), {
    discard: async () => {},
    watchReservation: () => Object.assign(async () => {}, { end: async () => {} }),
    watchLock: () => () => true,
  });
  await second.patch(account, path, 0, large.subarray(0, MB));
  const late = store.write(Readable.from([large.subarray(0, 100)]), idOf(path), 0);
  await expect(late).rejects.toMatchObject({ status: 423 });
  expect((await first.call(account, 'HEAD', path)).headers.get('upload-offset')).toBe(String(MB));
  await expectWhole(await first.patch(account, path, MB, large.subarray(MB)));
});

it('removes an upload that was given up while its tail was being stored', async () => {
  const account = await unlimited();
  const path = await first.started(account, large.length);
  const { storage } = one.app;
  const put = storage.put.bind(storage);
  const giveUp = async () => {
    await one.app.db`update resumable_uploads set expires_at = now() - interval '1 second' where id = ${idOf(path)}`;
    await sweepFiles(other.app);
  };
  vi.spyOn(storage, 'put').mockImplementationOnce(async (...asked) => {
    await giveUp();
    await put(...asked);
  });
  const abandon = vi.spyOn(partsIn(one), 'abandon');
  const { growing } = (await findResumable(one.app.db, idOf(path)))!;
  expect((await first.patch(account, path, 0, large.subarray(0, 9 * MB))).status).toBe(404);
  expect(abandon).toHaveBeenCalledWith(growingKey({ id: idOf(path), replaces: null }), growing);
  await sweepFiles(other.app);
  expect([await tails(), await s3.unfinished()]).toEqual([[], []]);
});

it('gives an upload up when the store has other parts than its row at completion', async () => {
  const account = await unlimited();
  const path = await first.started(account, large.length);
  await first.patch(account, path, 0, large.subarray(0, 9 * MB));
  const upload = (await findResumable(one.app.db, idOf(path)))!;
  // Imitates a retry that was believed lost and arrived after the next one, in a store that gives each attempt a new
  // etag.
  await partsIn(one).add(growingKey(upload), upload.growing ?? '', 1, async () => randomBytes(8 * MB));
  const last = await second.patch(account, path, 9 * MB, large.subarray(9 * MB));
  expect([last.status, (await last.json()).message]).toEqual([
    410,
    'What had come of this upload is no longer stored. Begin it again.',
  ]);
  expect((await first.call(account, 'HEAD', path)).status).toBe(404);
  expect([await tails(), await s3.unfinished()]).toEqual([[], []]);
});

it('a request without bytes loads nothing of the upload from the store', async () => {
  const account = await unlimited();
  const path = await first.started(account, large.length);
  await first.patch(account, path, 0, large.subarray(0, 9 * MB));
  const read = vi.spyOn(one.app.storage, 'read');
  const empty = await first.patch(account, path, 9 * MB, Buffer.alloc(0));
  expect([empty.status, empty.headers.get('upload-offset')]).toEqual([204, String(9 * MB)]);
  expect(read).not.toHaveBeenCalled();
  await expectWhole(await first.patch(account, path, 9 * MB, large.subarray(9 * MB)));
});

it('a failure of the store while the tail is loaded loses none of the received bytes', async () => {
  const account = await unlimited();
  const path = await first.started(account, large.length);
  await first.patch(account, path, 0, large.subarray(0, 9 * MB));
  vi.spyOn(one.app.storage, 'read').mockImplementationOnce(async () =>
    Readable.from(
      (async function* () {
        yield large.subarray(8 * MB, 8 * MB + 1000);
        throw new Error('broken off');
      })(),
    ),
  );
  expect((await first.patch(account, path, 9 * MB, large.subarray(9 * MB, 10 * MB))).status).toBe(500);
  expect((await first.call(account, 'HEAD', path)).headers.get('upload-offset')).toBe(String(9 * MB));
  await expectWhole(await first.patch(account, path, 9 * MB, large.subarray(9 * MB)));
});
