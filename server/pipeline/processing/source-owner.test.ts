import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { fill } from '../../platform/ports.ts';
import { fileOwners, isInUse } from '../../platform/storage/in-use.ts';
import { song } from '../../../fixtures/files.ts';
import { refilled } from '../../testkit/domains.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { sourceFiles } from './processing.files.ts';
import { insertSource } from './processing.queries.ts';
import { type SourceOwner, originalKey, sourceOwners } from './source-owner.ts';
import { transcode } from './transcode.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('any domain can own a source: its callbacks are called, and no song or video is created', async () => {
  const { app } = server;
  const { me } = await server.signUp();
  const calls: string[] = [];
  const jingle: SourceOwner = {
    kind: 'jingle',
    tagged: async (_db, { ownerId }, { title }) => void calls.push(`tagged ${title} ${ownerId === owner}`),
    lock: async () => true,
    playable: async (_tx, { ownerId }, kind) => void calls.push(`playable ${kind} ${ownerId === owner}`),
    complete: async (_app, { ownerId }, { duration }) => {
      calls.push(`made ${Math.round(duration)} s ${ownerId === owner}`);
      return async () => {
        calls.push('complete');
        return null;
      };
    },
  };
  const domains = refilled(app.domains, [fill(sourceOwners, [jingle]), fill(fileOwners, [sourceFiles(['jingle'])])]);
  const [owner, id] = [newId(), newId()];
  const path = await song({ seconds: 2, format: 'mp3', tags: { title: 'Ding' } });
  const bytes = await readFile(path);
  const storageKey = originalKey(owner, id);
  const copy = join(app.env.DATA_DIR, newId());
  await copyFile(path, copy);
  await app.storage.put(storageKey, copy);
  await transaction(app.db, (tx) =>
    insertSource(tx, {
      id,
      ownerKind: 'jingle',
      ownerId: owner,
      userId: me.id,
      storageKey,
      sha256: createHash('sha256').update(bytes).digest(),
      bytes: bytes.length,
      mime: 'audio/mpeg',
      demuxer: 'mp3',
      fileName: 'ding.mp3',
      type: 'song',
      titleGuess: 'ding',
    }),
  );
  const reported: string[] = [];
  const listener = await app.db.listen('jingle_progress', (payload) => void reported.push(payload));
  const run = { id: newId(), signal: new AbortController().signal, isLast: true, log: app.log };
  await transcode({ ...app, domains }, { sourceId: id, attempt: 1 }, run);

  expect(calls.toSorted()).toEqual(['tagged Ding true', 'playable song true', 'made 2 s true', 'complete'].toSorted());
  const [source] = await app.db<{ playback: { key: string }[] }[]>`
    select status, progress, type, playback from sources where id = ${id}`;
  expect(source).toMatchObject({ status: 'complete', progress: 100, type: 'song' });
  const keys = source?.playback.map(({ key }) => key) ?? [];
  for (const key of keys) {
    expect(key.startsWith(`jingle/${owner}/${id}/`)).toBe(true);
    expect(await app.storage.size(key)).toBeGreaterThan(1000);
    expect(await isInUse({ db: app.db, domains }, key)).toBe(true);
  }
  expect(keys).toHaveLength(2);
  await expect.poll(() => reported.at(-1)).toBe(owner);
  expect(await app.db`select 1 from media where id = ${owner}`).toHaveLength(0);
  await listener.unlisten();
});
