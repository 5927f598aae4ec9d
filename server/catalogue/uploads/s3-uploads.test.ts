import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { song } from '../../../fixtures/files.ts';
import { type TestS3, startS3 } from '../../testkit/s3.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { type TusClient, named, tusClient } from '../../testkit/tus.ts';
import { until } from '../../testkit/until.ts';
import type { Parts } from '../../platform/storage/storage.ts';
import { findResumable } from './resumable.queries.ts';
import { growingKey } from './stored-upload.ts';
import { sweepFiles } from './sweep.ts';

const MB = 1024 * 1024;
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
let s3: TestS3;
/** Two web processes that share a database and a bucket, but no folder. */
let one: TestServer;
let other: TestServer;
let first: TusClient;
let second: TusClient;
let wav: Buffer;
/** Twenty megabytes that begin like a song: two full parts and a remainder. */
let large: Buffer;
beforeAll(async () => {
  s3 = await startS3();
  const settings = { DATABASE_URL: await createTestDatabase(), ...s3.env };
  one = await startTestServer(settings);
  other = await startTestServer(settings);
  [first, second] = [tusClient(one), tusClient(other)];
  wav = await readFile(await song({ seconds: 3, format: 'wav' }));
  large = Buffer.concat([wav, randomBytes(20 * MB - wav.length)]);
});
afterAll(async () => {
  await one.close();
  await other.close();
  await s3.close();
});

const unlimited = () => one.signUp({ plan: 'ghost-pepper' });
const sourceOf = async (mediaId: string | null) => {
  const [row] = await one.app.db<{ sha256: Buffer; bytes: number; storage_key: string }[]>`
    select sha256, bytes, storage_key from sources where owner_id = ${mediaId ?? ''}`;
  return row;
};
const keys = async (prefix: string) => {
  const all: string[] = [];
  for await (const key of one.app.storage.list(prefix)) all.push(key);
  return all.sort();
};
/** Names of the files that both processes keep on their own disks. */
const kept = async () => {
  const names: string[] = [];
  for (const { env } of [one.app, other.app])
    for (const folder of ['incoming', 'resumable', 'work', 'files']) {
      const found = readdir(join(env.DATA_DIR, folder), { recursive: true, withFileTypes: true });
      for (const entry of await found.catch(() => [])) if (entry.isFile()) names.push(entry.name);
    }
  return names;
};
const offset = async (tus: TusClient, account: Account, path: string) =>
  Number((await tus.call(account, 'HEAD', path)).headers.get('upload-offset'));
/** Expects that a complete upload leaves its original, and nothing else. */
const expectWhole = async (mediaId: string | null, bytes: Buffer) => {
  const source = await sourceOf(mediaId);
  expect(source).toMatchObject({ bytes: bytes.length, sha256: digest(bytes) });
  const stored = await one.app.storage.withLocal(source?.storage_key ?? '', (path) => readFile(path));
  expect(digest(stored)).toEqual(digest(bytes));
  expect(await keys('incoming')).toEqual([]);
  expect(await s3.unfinished()).toEqual([]);
  expect(await kept()).toEqual([]);
};

describe('an upload to processes that share only a bucket and a database', () => {
  it('begins at one process and is completed at the other', async () => {
    const account = await unlimited();
    const path = await first.started(account, wav.length);
    expect((await first.patch(account, path, 0, wav.subarray(0, 100_000))).headers.get('upload-offset')).toBe('100000');
    expect(await kept()).toEqual([]);
    expect(await offset(second, account, path)).toBe(100_000);
    expect((await second.patch(account, path, 100_000, wav.subarray(100_000, 200_000))).status).toBe(204);
    const last = await first.patch(account, path, 200_000, wav.subarray(200_000));
    expect(last.status).toBe(204);
    const mediaId = last.headers.get('x-media-id');
    await expectWhole(mediaId, wav);
    expect((await second.call(account, 'HEAD', path)).headers.get('x-media-id')).toBe(mediaId);
  });

  it('is stored in parts, regardless of the sizes of its requests', async () => {
    const account = await unlimited();
    const path = await first.started(account, large.length);
    const cuts = [0, 6 * MB, 6 * MB + 1, 11 * MB, 16 * MB, 16 * MB + 3, large.length];
    let last: Response | null = null;
    for (const [index, start] of cuts.slice(0, -1).entries()) {
      const end = cuts[index + 1];
      last = await [first, second][index % 2]!.patch(account, path, start, large.subarray(start, end));
      expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(end)]);
    }
    await expectWhole(last?.headers.get('x-media-id') ?? null, large);
  });

  it('loses no bytes when the disk writes less at a time than requested', async () => {
    const account = await unlimited();
    const path = await first.started(account, wav.length);
    const probe = await open(import.meta.filename);
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const write = handles.write as (this: FileHandle, ...asked: [Buffer, number, number, number]) => Promise<unknown>;
    const short = vi.spyOn(handles, 'write').mockImplementation(function (this: FileHandle, ...asked: unknown[]) {
      const [bytes, from, length, at] = asked as Parameters<typeof write>;
      return write.call(this, bytes, from, Math.min(length, 1000), at) as never;
    });
    const half = await first.patch(account, path, 0, wav.subarray(0, 100_500));
    short.mockRestore();
    expect(half.headers.get('upload-offset')).toBe('100500');
    const last = await first.patch(account, path, 100_500, wav.subarray(100_500));
    await expectWhole(last.headers.get('x-media-id'), wav);
  });

  it('is hashed as it arrives when sent in one request', async () => {
    const account = await unlimited();
    const answer = await first.call(
      account,
      'POST',
      TUS_PATH,
      {
        'upload-length': String(large.length),
        ...named('song.wav'),
        'content-type': 'application/offset+octet-stream',
      },
      large,
    );
    expect(answer.status).toBe(201);
    await expectWhole(answer.headers.get('x-media-id'), large);
  });

  it('keeps the received bytes when its sender disconnects', async () => {
    const account = await unlimited();
    const path = await first.started(account, wav.length);
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(wav.subarray(0, 50_000));
        controller.error(new Error('The sender is gone.'));
      },
    });
    await expect(first.patch(account, path, 0, body)).rejects.toThrow();
    await until(async () => expect(await offset(second, account, path)).toBeGreaterThanOrEqual(0));
    const at = await offset(second, account, path);
    const last = await second.patch(account, path, at, wav.subarray(at));
    await expectWhole(last.headers.get('x-media-id'), wav);
  });

  it('leaves no stored bytes in the bucket after it was deleted or has expired', async () => {
    const account = await unlimited();
    const path = await first.started(account, large.length);
    await first.patch(account, path, 0, large.subarray(0, 9 * MB));
    expect((await second.call(account, 'DELETE', path)).status).toBe(204);
    expect([await keys('incoming'), await s3.unfinished()]).toEqual([[], []]);
    const late = await first.started(account, wav.length);
    await first.patch(account, late, 0, wav.subarray(0, 1000));
    expect((await s3.unfinished()).length).toBe(1);
    await one.app.db`update resumable_uploads set expires_at = now() - interval '1 second' where media_id is null`;
    await sweepFiles(other.app);
    expect([await keys('incoming'), await s3.unfinished()]).toEqual([[], []]);
    expect(await one.app.db`select 1 from resumable_uploads where media_id is null`).toEqual([]);
  });

  it('is refused with 404 when it is given up while a part is being sent', async () => {
    const account = await unlimited();
    const path = await first.started(account, large.length);
    const { promise: refused, resolve } = Promise.withResolvers<void>();
    s3.proxy.answer((client) => {
      client.resetAndDestroy();
      resolve();
    });
    s3.proxy.cut();
    const sending = first.patch(account, path, 0, large);
    await refused;
    await one.app
      .db`update resumable_uploads set expires_at = now() - interval '1 second' where id = ${path.split('/').pop() ?? ''}`;
    const sweeping = sweepFiles(other.app);
    s3.proxy.answer(null);
    await sweeping;
    const answer = await sending;
    expect([answer.status, (await answer.json()).message]).toEqual([404, 'This upload was not found.']);
    expect([await keys('incoming'), await kept()]).toEqual([[], []]);
  });

  describe('with bytes that the store has lost', () => {
    const idOf = (path: string) => path.split('/').pop() ?? '';
    const partsIn = ({ app }: TestServer): Parts => app.storage.parts!;
    /** Loses the parts, as a lifecycle rule of the bucket does, or a backup that was restored into another bucket. */
    const lose = async (path: string) => {
      const upload = await findResumable(one.app.db, idOf(path));
      await partsIn(one).abandon(growingKey(upload!), upload?.growing ?? '');
    };
    const expectGone = async (account: Account, path: string, answer: Response) => {
      expect([answer.status, (await answer.json()).message]).toEqual([
        410,
        'What had come of this upload is no longer stored. Begin it again.',
      ]);
      expect((await second.call(account, 'HEAD', path)).status).toBe(404);
      expect([await keys('incoming'), await s3.unfinished(), await kept()]).toEqual([[], [], []]);
      expect(await one.app.db`select 1 from upload_reservations where id = ${idOf(path)}`).toEqual([]);
      const again = await first.patch(account, await first.started(account, wav.length), 0, wav);
      await expectWhole(again.headers.get('x-media-id'), wav);
    };

    it('is given up when its next part arrives, so that the client starts again', async () => {
      const account = await unlimited();
      const path = await first.started(account, large.length);
      await first.patch(account, path, 0, large.subarray(0, 9 * MB));
      await lose(path);
      await expectGone(account, path, await second.patch(account, path, 9 * MB, large.subarray(9 * MB)));
    });

    it('is given up when its tail is missing', async () => {
      const account = await unlimited();
      const path = await first.started(account, large.length);
      await first.patch(account, path, 0, large.subarray(0, 9 * MB));
      await one.app.storage.remove(`incoming/${idOf(path)}`);
      await expectGone(account, path, await first.patch(account, path, 9 * MB, large.subarray(9 * MB)));
    });

    it('is given up when it is complete and can’t be assembled', async () => {
      const account = await unlimited();
      const path = await first.started(account, wav.length);
      vi.spyOn(partsIn(one), 'complete').mockRejectedValueOnce(new Error('The process died.'));
      expect((await first.patch(account, path, 0, wav)).status).toBe(500);
      expect((await findResumable(one.app.db, idOf(path)))?.mediaId).toBeNull();
      await lose(path);
      const asked = await second.call(account, 'HEAD', path);
      expect([asked.status, asked.headers.get('x-refusal')]).toEqual([
        410,
        expect.stringContaining('no longer stored'),
      ]);
      expect((await first.call(account, 'HEAD', path)).status).toBe(404);
      expect(await s3.unfinished()).toEqual([]);
    });

    it('doesn’t count as lost when the store assembled it and only the reply was lost', async () => {
      const account = await unlimited();
      const path = await first.started(account, wav.length);
      const parts = partsIn(one);
      const complete = parts.complete.bind(parts);
      vi.spyOn(parts, 'complete').mockImplementationOnce(async (...asked) => {
        await complete(...asked);
        await complete(...asked);
      });
      await expectWhole((await first.patch(account, path, 0, wav)).headers.get('x-media-id'), wav);
    });
  });

  it('waits for an unavailable bucket', async () => {
    const account = await unlimited();
    const path = await first.started(account, wav.length);
    let tries = 0;
    s3.proxy.answer((client) => {
      tries += 1;
      client.resetAndDestroy();
    });
    s3.proxy.cut();
    const sending = first.patch(account, path, 0, wav);
    await until(() => expect(tries).toBeGreaterThan(2));
    s3.proxy.answer(null);
    await expectWhole((await sending).headers.get('x-media-id'), wav);
  });

  it('leaves no parts, tails or local files when its content is refused', async () => {
    const account = await unlimited();
    const path = await first.started(account, 1000);
    const answer = await second.patch(account, path, 0, Buffer.alloc(1000, 'text '));
    expect(answer.status).toBe(415);
    expect([await keys('incoming'), await s3.unfinished(), await kept()]).toEqual([[], [], []]);
  });

  it('is given up even if its parts can’t be removed, and its sender gets the refusal', async () => {
    const account = await unlimited();
    const denied = vi.spyOn(one.app.storage.parts!, 'abandon').mockRejectedValue(new Error('AccessDenied'));
    const refused = await first.started(account, 1000);
    expect((await first.patch(account, refused, 0, Buffer.alloc(1000, 'text '))).status).toBe(415);
    const unwanted = await first.started(account, large.length);
    expect((await first.call(account, 'DELETE', unwanted)).status).toBe(204);
    for (const path of [refused, unwanted]) expect((await second.call(account, 'HEAD', path)).status).toBe(404);
    denied.mockRestore();
    expect(await s3.unfinished()).toHaveLength(1);
    await sweepFiles(one.app);
    expect(await s3.unfinished()).toEqual([]);
  });

  it('leaves only its original when sent in a form', async () => {
    const account = await unlimited();
    const answer = await account.client.upload('/api/upload', { name: 'song.wav', bytes: wav });
    expect(answer.status).toBe(202);
    await expectWhole(answer.body.media.id, wav);
  });
});
