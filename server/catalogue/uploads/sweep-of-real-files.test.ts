import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { sweepFiles } from './sweep.ts';
import { attemptOf } from '../../testkit/media.ts';
import { transcode } from '../../pipeline/processing/transcode.ts';

let server: TestServer;
let account: Account;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.signUp({ plan: 'ghost-pepper' });
  const bytes = await readFile(await song({ seconds: 1, format: 'mp3', cover: true }));
  id = (await account.client.upload('/api/upload', { name: 'song.mp3', bytes })).body.media.id;
  const run = { id: newId(), signal: new AbortController().signal, isLast: false, log: server.app.log };
  await transcode(server.app, await attemptOf(server.app.db, id), run);
});
afterAll(() => server.close());

const all = async () => {
  const names: string[] = [];
  for (const root of ['media', 'originals', 'artwork'])
    for await (const key of server.app.storage.list(root)) names.push(key);
  return names.sort();
};

it('the sweep keeps every file made from an upload, even one marked for deletion by mistake', async () => {
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
