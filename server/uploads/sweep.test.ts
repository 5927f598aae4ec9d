import { readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { song } from '../testkit/fixtures.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { doomFiles } from './doomed-files.ts';
import { incomingPath } from './incoming.ts';
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
  it('removes what was doomed, after its quarantine and not before', async () => {
    const before = await all();
    await doomFiles(server.app.db, ['media/gone/run']);
    await put('media/gone/run/song.m4a');
    await sweepFiles(server.app);
    expect(await all()).toContain('media/gone/run/song.m4a');
    await server.app.db`update doomed_files set doomed_at = now() - interval '25 hours'`;
    await sweepFiles(server.app);
    expect(await all()).toEqual(before);
    expect(await server.app.db`select 1 from doomed_files`).toHaveLength(0);
  });

  it('keeps whatever a row still names, even when it was doomed by mistake', async () => {
    const before = await all();
    const prefixes = before.map((key) =>
      key
        .split('/')
        .slice(0, key.startsWith('media') ? 4 : 3)
        .join('/'),
    );
    expect(prefixes.map((key) => key.split('/')[0])).toEqual(expect.arrayContaining(['media', 'originals', 'artwork']));
    await doomFiles(server.app.db, [...new Set([...prefixes, ...before])]);
    await server.app.db`update doomed_files set doomed_at = now() - interval '25 hours'`;
    await sweepFiles(server.app);
    expect(await all()).toEqual(before);
    expect((await account.client.get((await account.client.get(`/api/media/${id}`)).body.sources[0].url)).status).toBe(
      200,
    );
  });

  it('removes arrivals of yesterday and leaves those of today', async () => {
    const [old, fresh] = [await incomingPath(server.app.env), await incomingPath(server.app.env)];
    for (const path of [old, fresh]) await writeFile(path, 'half');
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    await utimes(old, yesterday, yesterday);
    await sweepFiles(server.app);
    expect(await readdir(join(server.app.env.DATA_DIR, 'incoming'))).toEqual([fresh.split('/').pop()]);
  });

  it('removes resumable uploads that nobody went on with', async () => {
    const [old, fresh] = [newId(), newId()];
    const folder = join(server.app.env.DATA_DIR, 'resumable');
    for (const one of [old, fresh]) {
      await insertResumable(server.app.db, { id: one, userId: account.me.id, fileName: 'a.mp3', bytes: 10 });
      for (const name of [one, `${one}.json`]) await writeFile(join(folder, name), 'x');
    }
    await server.app.db`update resumable_uploads set expires_at = now() - interval '1 second' where id = ${old}`;
    await sweepFiles(server.app);
    expect((await readdir(folder)).sort()).toEqual([fresh, `${fresh}.json`]);
  });

  it('D-34 takes entries off the list a day after they ended', async () => {
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(1);
    await server.app.db`update uploads set updated_at = now() - interval '25 hours'`;
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(0);
    await sweepFiles(server.app);
    expect(await server.app.db`select 1 from uploads where removed_at is null`).toHaveLength(0);
  });
});
