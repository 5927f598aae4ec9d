import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTools } from '../ffmpeg/run/tools.ts';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from './transcode.ts';
import { attemptOf } from '../../testkit/media.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/scoville-failures-');
  const { ffmpeg } = await findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' });
  const path = join(folder, 'ffmpeg');
  // This ffmpeg damages the middle of song.webm, every time.
  await writeFile(
    path,
    `#!/bin/sh
${ffmpeg} "$@" || exit
if [ -f song.webm ]; then head -c 3000 /dev/zero | dd of=song.webm bs=1 seek=3000 conv=notrunc 2>/dev/null; fi
exit 0
`,
  );
  await chmod(path, 0o755);
  // No worker: the test runs each try itself.
  server = await startTestServer({ FFMPEG_PATH: path });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('a file whose rendition is broken in the same way each time', () => {
  it('fails at its second try with a message about the file, and shows no progress while it waits', async () => {
    const account = await server.signUp();
    const bytes = await readFile(await song({ seconds: 2, format: 'mp3' }));
    const { body } = await account.client.upload('/api/upload', { name: 'song.mp3', bytes });
    const id: string = body.media.id;
    const runJob = async (attempt: number) => {
      const run = { id: newId(), signal: new AbortController().signal, isLast: false, log: server.app.log };
      const { sourceId } = await attemptOf(server.app.db, id);
      return transcode(server.app, { sourceId, attempt }, run);
    };
    const shown = async () => (await account.client.get('/api/upload/progress')).body.progress[0];

    await expect(runJob(1)).rejects.toMatchObject({ code: 'output-damaged' });
    expect(await shown()).toMatchObject({ stage: 'Queued', progress: 0, error: false });
    await runJob(1);
    const errorMsg =
      'We could not make a playable copy of this file. It may be damaged: export it again from your music software and upload the new file.';
    expect(await shown()).toMatchObject({ stage: 'Failed', error: true, errorMsg });

    // A retry by the owner has two new tries.
    expect((await account.client.post(`/api/upload/retry/${id}`)).status).toBe(200);
    expect(await shown()).toMatchObject({ stage: 'Queued', progress: 0, error: false });
    await expect(runJob(2)).rejects.toMatchObject({ code: 'output-damaged' });
  });
});
