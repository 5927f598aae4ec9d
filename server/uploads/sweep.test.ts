import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { song } from '../testkit/fixtures.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { markForDeletion } from './pending-deletions.ts';
import { incomingFolder, incomingPath, resumableFolder } from './incoming.ts';
import { insertResumable } from './resumable.queries.ts';
import { sweepFiles } from './sweep.ts';
import { transcode } from './transcode.ts';
import { newId } from '../ids.ts';

let server: TestServer;
let account: Account;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.signUp({ plan: 'ghost-pepper' });
  const bytes = await readFile(await song({ seconds: 1, format: 'mp3', cover: true }));
  id = (await account.client.upload('/api/upload', { name: 'song.mp3', bytes })).body.media.id;
  const run = { id: newId(), signal: new AbortController().signal, isLast: false, log: server.app.log };
  await transcode(server.app, { mediaId: id, attempt: 1 }, run);
});
afterAll(() => server.close());

const all = async () => {
  const names: string[] = [];
  for (const root of ['media', 'originals', 'artwork', 'images'])
    for await (const key of server.app.storage.list(root)) names.push(key);
  return names.sort();
};
const put = async (key: string) => {
  const path = await incomingPath(server.app.env);
  await writeFile(path, 'bytes');
  await server.app.storage.put(key, path);
};

describe('the sweep', () => {
  it('removes what was marked for deletion, after its quarantine and not before', async () => {
    const before = await all();
    await markForDeletion(server.app.db, ['media/gone/run']);
    await put('media/gone/run/song.m4a');
    await sweepFiles(server.app);
    expect(await all()).toContain('media/gone/run/song.m4a');
    await server.app.db`update pending_deletions set due_at = due_at - interval '23 hours 55 minutes'`;
    await sweepFiles(server.app);
    expect(await all()).toContain('media/gone/run/song.m4a');
    await server.app.db`update pending_deletions set due_at = due_at - interval '6 minutes'`;
    await sweepFiles(server.app);
    expect(await all()).toEqual(before);
    expect(await server.app.db`select 1 from pending_deletions`).toHaveLength(0);
  });

  it('keeps whatever a row still names, even when it was marked by mistake', async () => {
    const before = await all();
    const prefixes = before.map((key) =>
      key
        .split('/')
        .slice(0, key.startsWith('media') ? 4 : 3)
        .join('/'),
    );
    expect(prefixes.map((key) => key.split('/')[0])).toEqual(expect.arrayContaining(['media', 'originals', 'artwork']));
    await markForDeletion(server.app.db, [...new Set([...prefixes, ...before])]);
    await server.app.db`update pending_deletions set due_at = now() - interval '1 second'`;
    await sweepFiles(server.app);
    expect(await all()).toEqual(before);
    expect((await account.client.get((await account.client.get(`/api/media/${id}`)).body.sources[0].url)).status).toBe(
      200,
    );
  });

  it('keeps pictures of profiles, genres and moods that are in use, and takes those that were replaced', async () => {
    const { db } = server.app;
    const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' limit 1`;
    const [mood] = await db<{ id: string }[]>`select id from categories where kind = 'mood' limit 1`;
    if (genre === undefined || mood === undefined) throw new Error('There are no categories.');
    await db`update users set profile_image_version = 7 where id = ${account.me.id}`;
    await db`update categories set image_version = 7 where id in (${genre.id}, ${mood.id})`;
    const pictures = [`profile/${account.me.id}`, `genre/${genre.id}`, `mood/${mood.id}`].map((key) => `images/${key}`);
    for (const picture of pictures) for (const version of [6, 7]) await put(`${picture}/${version}/200.jpg`);
    // An id of one kind names nothing of another.
    await put(`images/mood/${genre.id}/7/200.jpg`);
    await markForDeletion(
      db,
      [...pictures, `images/mood/${genre.id}`].flatMap((picture) => [`${picture}/6`, `${picture}/7`]),
      -1,
    );
    await sweepFiles(server.app);
    const kept = (await all()).filter((key) => key.startsWith('images/'));
    expect(kept).toEqual(pictures.map((picture) => `${picture}/7/200.jpg`).sort());
    for (const key of kept) expect((await server.visitor().get(`/${key}`)).status).toBe(200);
    await db`update users set profile_image_version = 0 where id = ${account.me.id}`;
    await db`update categories set image_version = 0`;
  });

  const aged = async (path: string, minutes: number): Promise<string> => {
    await writeFile(path, 'half');
    const then = new Date(Date.now() - minutes * 60_000);
    await utimes(path, then, then);
    return path;
  };

  it.each([
    ['arrivals', incomingFolder],
    ['the bytes of resumable uploads', resumableFolder],
  ])('removes %s of yesterday and leaves those of two minutes and of 23 hours ago', async (_name, folderOf) => {
    const folder = folderOf(server.app.env);
    await mkdir(folder, { recursive: true });
    await aged(join(folder, 'old'), 24 * 60 + 5);
    const fresh = [await aged(join(folder, 'recent'), 2), await aged(join(folder, 'waiting'), 23 * 60)];
    await sweepFiles(server.app);
    expect((await readdir(folder)).sort()).toEqual(['recent', 'waiting']);
    for (const path of fresh) await rm(path);
  });

  it('removes resumable uploads that nobody went on with, finished ones included', async () => {
    const { db } = server.app;
    const [old, done, fresh] = [newId(), newId(), newId()];
    const folder = join(server.app.env.DATA_DIR, 'resumable');
    for (const one of [old, done, fresh]) {
      await insertResumable(db, { id: one, userId: account.me.id, fileName: 'a.mp3', bytes: 10 });
      for (const name of [one, `${one}.json`]) await writeFile(join(folder, name), 'x');
    }
    await db`update resumable_uploads set media_id = ${id} where id = ${done}`;
    await db`update resumable_uploads set expires_at = now() - interval '1 second' where id in (${old}, ${done})`;
    await sweepFiles(server.app);
    expect((await readdir(folder)).sort()).toEqual([fresh, `${fresh}.json`]);
    expect((await db`select id from resumable_uploads`).map((row) => row['id'])).toEqual([fresh]);
  });

  it('D-34 takes entries off the list a day after they ended', async () => {
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(1);
    await server.app.db`update uploads set updated_at = now() - interval '25 hours'`;
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(0);
    await sweepFiles(server.app);
    expect(await server.app.db`select 1 from uploads where removed_at is null`).toHaveLength(0);
  });
});
