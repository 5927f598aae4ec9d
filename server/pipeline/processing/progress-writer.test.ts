import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from './transcode.ts';
import { attemptOf } from '../../testkit/media.ts';

let server: TestServer;
beforeAll(async () => {
  // No worker: the test runs the job itself.
  server = await startTestServer();
});
afterAll(() => server.close());

it('e1 a transaction that the database ends while progress is written fails the job, not the file', async () => {
  const account = await server.signUp();
  const bytes = await readFile(await song({ seconds: 1, format: 'mp3' }));
  const { body } = await account.client.upload('/api/upload', { name: 'song.mp3', bytes });
  const run = { id: newId(), signal: new AbortController().signal, isLast: false, log: server.app.log };
  const work = await attemptOf(server.app.db, body.media.id);
  const runJob = () => transcode(server.app, work, run);
  const status = async () => (await account.client.get(`/api/media/${body.media.id}`)).body.status;

  await server.app.db.unsafe(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'terminating connection due to administrator command' using errcode = '57P01'; end $$;
    create trigger refuse before update on sources for each row when (new.status = 'transcoding')
      execute function refuse()`);
  await expect(runJob()).rejects.toMatchObject({ code: '57P01' });
  expect(await status()).toBe('queued');

  await server.app.db`drop trigger refuse on sources`;
  await runJob();
  expect(await status()).toBe('complete');
});
