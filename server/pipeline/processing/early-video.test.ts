import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { video } from '../../../fixtures/files.ts';
import { splitArgs } from '../ffmpeg/run/split-args.ts';
import { newId } from '../../platform/ids.ts';
import { JobLost, type JobRun } from '../../platform/jobs/job.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { sweepFiles } from '../../catalogue/uploads/sweep.ts';
import { attemptOf } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from './transcode.ts';

let server: TestServer;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  path = await video({ seconds: 40, width: 320, height: 180 });
});
afterAll(() => server.close());

const run = (signal = new AbortController().signal): JobRun => ({
  id: newId(),
  signal,
  isLast: true,
  log: server.app.log,
});
const see = async (account: Account, id: string) => (await account.client.get(`/api/media/${id}`)).body;
const upload = async (account: Account): Promise<string> => {
  const answer = await account.client.upload('/api/upload', { name: 'film.mp4', bytes: await readFile(path) });
  expect(answer.status).toBe(202);
  return answer.body.media.id;
};
const unlimited = () => server.signUp({ plan: 'ghost-pepper' });

/** Delays storing each file that matches `isHeld` until it is released; a release with a reason makes it fail. */
async function holding<T>(
  isHeld: (name: string) => boolean,
  act: (release: (reason?: Error) => void) => Promise<T>,
): Promise<T> {
  const { storage } = server.app;
  const { put } = storage;
  const gate = Promise.withResolvers<void>();
  gate.promise.catch(() => {});
  const release = (reason?: Error) => (reason === undefined ? gate.resolve() : gate.reject(reason));
  storage.put = async (key: Key, from: string) => {
    if (isHeld(key.split('/').at(-1) ?? '')) await gate.promise;
    return put.call(storage, key, from);
  };
  try {
    return await act(release);
  } finally {
    release();
    storage.put = put;
  }
}

/** Matches all files that are stored later than the first part of each track. */
const later = (name: string) => /^(picture|sound)-([2-9]|\d\d+)\.m4s$|^first\.m3u8$|^v\d+\.|^audio\./.test(name);

const earlyOf = async (account: Account, id: string): Promise<string> => {
  await expect
    .poll(async () => (await see(account, id)).sources[0]?.url ?? '', { interval: 20, timeout: 60_000 })
    .toMatch(/\/early\.m3u8$/);
  return (await see(account, id)).sources[0].url;
};
/** The prefix of its files in the store. */
const prefixOf = (master: string) => master.split('/').slice(3, -1).join('/');
const beside = (master: string, name: string) => master.replace('early.m3u8', name);

/** The bytes of a file, or of a range of it, whether the product or the store serves them. */
async function bytesOf({ client }: Account, url: string, range = ''): Promise<Buffer> {
  const headers = { 'sec-fetch-site': 'same-origin', ...(range === '' ? {} : { range }) };
  const answer = await server.http.inject({ url, headers, cookies: Object.fromEntries(client.cookies) });
  if (answer.statusCode === 302)
    return Buffer.from(await (await fetch(String(answer.headers.location), { headers })).arrayBuffer());
  expect([200, 206]).toContain(answer.statusCode);
  return answer.rawPayload;
}

/** Decodes everything that a growing playlist lists; returns its duration in seconds. */
async function decoded(account: Account, master: string, track: 'picture' | 'sound'): Promise<number> {
  const text = (await account.client.get(beside(master, `early-${track}.m3u8`))).text;
  const pieces = [await bytesOf(account, beside(master, `${track}.mp4`))];
  for (const [, length, offset, name] of text.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)/g)) {
    const end = Number(offset) + Number(length) - 1;
    const piece = await bytesOf(account, beside(master, name ?? ''), `bytes=${offset}-${end}`);
    expect(piece).toHaveLength(Number(length));
    pieces.push(piece);
  }
  const folder = await mkdtemp(join(tmpdir(), 'scoville-early-'));
  try {
    const file = join(folder, 'all.mp4');
    await writeFile(file, Buffer.concat(pieces));
    const { stdout, stderr } = await promisify(execFile)(
      'ffmpeg',
      splitArgs(`-v error -nostats -progress pipe:1 -i ${file} -f null -`),
    );
    expect(stderr).toBe('');
    return Number([...stdout.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1] ?? 0) / 1e6;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('while the first rendition of a video is written', () => {
  it('only its owner and administrators can watch the part written so far, and then all of it', async () => {
    const account = await unlimited();
    const id = await upload(account);
    const running = holding(later, async (release) => {
      const job = transcode(server.app, await attemptOf(server.app.db, id), run());
      const master = await earlyOf(account, id);
      expect(await see(account, id)).toMatchObject({ status: 'transcoding', mediaType: 'video' });
      expect((await account.client.get(master)).text).toContain('#EXT-X-STREAM-INF');
      for (const track of ['picture', 'sound'] as const) {
        const answer = await account.client.get(beside(master, `early-${track}.m3u8`));
        expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
        expect(answer.text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
        expect(answer.text).not.toContain('#EXT-X-ENDLIST');
        const seconds = await decoded(account, master, track);
        // At least one segment of two seconds.
        expect(seconds).toBeGreaterThan(1.9);
        expect(seconds).toBeLessThan(39);
      }
      const admin = await server.signUp({ role: 'admin' });
      expect((await admin.client.get(beside(master, 'early-picture.m3u8'))).status).toBe(200);
      const others = [server.visitor(), (await server.signUp()).client];
      for (const client of others)
        for (const name of ['early.m3u8', 'early-picture.m3u8', 'picture.mp4', 'picture-1.m4s'])
          expect((await client.get(beside(master, name))).status, name).toBe(404);
      const unsigned = beside(master, 'early-picture.m3u8').replace(/\.[\w-]{22}\//, `.${'A'.repeat(22)}/`);
      expect((await account.client.get(unsigned)).status).toBe(403);
      release();
      await job;
      return master;
    });
    const master = await running;
    const media = await see(account, id);
    expect(media).toMatchObject({ status: 'complete' });
    expect(media.sources[0].url).toMatch(/\/master\.m3u8$/);
    // A client that watches the early video can continue to its end, which has been written by now.
    for (const track of ['picture', 'sound'] as const) {
      expect((await account.client.get(beside(master, `early-${track}.m3u8`))).text).toMatch(/#EXT-X-ENDLIST\n$/);
      expect(await decoded(account, master, track)).toBeCloseTo(40, 0);
    }
    const kept = async () => {
      const names: string[] = [];
      for await (const key of server.app.storage.list(`media/${id}`)) names.push(key.split('/').at(-1) ?? '');
      return names;
    };
    expect(await kept()).toContain('picture-1.m4s');
    const prefix = prefixOf(master);
    await server.app.db`update pending_deletions set due_at = now() - interval '1 second' where prefix = ${prefix}`;
    await sweepFiles(server.app);
    expect((await kept()).filter((name) => /early|picture|sound/.test(name))).toEqual([]);
    expect(await server.app.db`select 1 from early_videos where prefix = ${prefix}`).toEqual([]);
    expect((await account.client.get(beside(master, 'early-picture.m3u8'))).status).toBe(404);
  });
});

describe('when an attempt does not complete', () => {
  it('its early video and files are deleted once it failed; the next attempt starts a new video', async () => {
    const account = await unlimited();
    const id = await upload(account);
    const before = await holding(later, async (release) => {
      const job = transcode(server.app, await attemptOf(server.app.db, id), run());
      const master = await earlyOf(account, id);
      release(new Error('The disk is broken.'));
      await job;
      return master;
    });
    expect(await see(account, id)).toMatchObject({ status: 'failed', sources: [] });
    for (const name of ['early.m3u8', 'early-picture.m3u8', 'early-sound.m3u8', 'picture.mp4', 'picture-1.m4s'])
      expect((await account.client.get(beside(before, name))).status, name).toBe(404);
    expect((await account.client.post(`/api/upload/retry/${id}`)).status).toBe(200);
    const after = await holding(later, async (release) => {
      const job = transcode(server.app, await attemptOf(server.app.db, id), run());
      const master = await earlyOf(account, id);
      expect((await account.client.get(beside(before, 'early-picture.m3u8'))).status).toBe(404);
      release();
      await job;
      return master;
    });
    expect(after).not.toBe(before);
    expect(await see(account, id)).toMatchObject({ status: 'complete' });
  });

  it('its early video is deleted while the file waits for another worker', async () => {
    const account = await unlimited();
    const id = await upload(account);
    await holding(later, async (release) => {
      const stop = new AbortController();
      const job = transcode(server.app, await attemptOf(server.app.db, id), run(stop.signal));
      const master = await earlyOf(account, id);
      stop.abort();
      release();
      await job;
      expect(await see(account, id)).toMatchObject({ stage: 'Queued', sources: [] });
      expect((await account.client.get(beside(master, 'early-picture.m3u8'))).status).toBe(404);
      // The early video remains gone when that worker begins, because its row was deleted.
      expect(await server.app.db`select 1 from early_videos where prefix = ${prefixOf(master)}`).toEqual([]);
    });
  });
});

it('an early video remains after its worker was killed, until the next worker replaces and removes it', async () => {
  const account = await unlimited();
  const id = await upload(account);
  const { db } = server.app;
  const left = await holding(later, async (release) => {
    const killed = new AbortController();
    const job = transcode(server.app, await attemptOf(db, id), run(killed.signal));
    const master = await earlyOf(account, id);
    // The deletion of its files is scheduled already, no matter what happens to the worker.
    expect(await db`select 1 from pending_deletions where prefix = ${prefixOf(master)}`).toHaveLength(1);
    killed.abort(new JobLost('killed'));
    // A killed worker stores nothing more, even though all of the rendition may be written by now.
    release(new Error('The worker is gone.'));
    await expect(job).rejects.toBeInstanceOf(JobLost);
    return master;
  });
  expect(await see(account, id)).toMatchObject({ status: 'transcoding' });
  const playlist = await account.client.get(beside(left, 'early-picture.m3u8'));
  expect(playlist.status).toBe(200);
  expect(playlist.text).not.toContain('#EXT-X-ENDLIST');
  await holding(later, async (release) => {
    const job = transcode(server.app, await attemptOf(db, id), run());
    await expect.poll(async () => (await account.client.get(beside(left, 'early-picture.m3u8'))).status).toBe(404);
    expect(await earlyOf(account, id)).not.toBe(left);
    release();
    await job;
  });
  expect(await see(account, id)).toMatchObject({ status: 'complete' });
  // Every file of both runs either has a pending deletion or is in the folder of the kept renditions.
  await db`update pending_deletions set due_at = now() - interval '1 second' where starts_with(prefix, ${`media/${id}/`})`;
  await sweepFiles(server.app);
  const folders = new Set<string>();
  for await (const key of server.app.storage.list(`media/${id}`)) folders.add(dirname(key));
  const named = await db<{ key: string }[]>`
    select r.storage_key as key from renditions r join sources s on s.id = r.source_id where s.owner_id = ${id}`;
  expect([...folders]).toEqual([...new Set(named.map(({ key }) => dirname(key)))]);
  expect(await db`select 1 from early_videos e join sources s on s.id = e.source_id where s.owner_id = ${id}`).toEqual(
    [],
  );
});

it('a video is completed even if its early video cannot be stored', async () => {
  const account = await unlimited();
  const id = await upload(account);
  await holding(
    (name) => /^(picture|sound)/.test(name),
    async (release) => {
      release(new Error('The store is full.'));
      await transcode(server.app, await attemptOf(server.app.db, id), run());
    },
  );
  expect(await see(account, id)).toMatchObject({ status: 'complete' });
});
