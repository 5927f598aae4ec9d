import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { worker: true });
});
afterAll(() => server.close());

describe('POST /api/upload', () => {
  it('API-20 a song is accepted, processed and playable', async () => {
    const folder = await mkdtemp('/tmp/up-');
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'sine=440:d=2',
      '-metadata',
      'title=From The Tag',
      join(folder, 'a.mp3'),
    ]);
    const bytes = await readFile(join(folder, 'a.mp3'));
    await rm(folder, { recursive: true });
    const { client } = await server.signUp();
    const answer = await client.upload('/api/upload', { name: '01 - My Song.mp3', bytes });
    expect(answer.text).toContain('"title":"My Song"');
    expect(answer.status).toBe(202);
    const { id } = answer.body.media;
    await expect
      .poll(async () => (await client.get(`/api/media/${id}`)).body.status, { timeout: 20_000 })
      .toMatch(/complete|failed/);
    const media = (await client.get(`/api/media/${id}`)).body;
    expect(media.sources.length).toBe(2);
    expect(media.title).toBe('From The Tag');
  });
});
