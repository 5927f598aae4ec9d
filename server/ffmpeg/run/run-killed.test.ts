import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ffmpegBelow } from '../../../scripts/faults/killer.ts';
import { patient } from '../../../scripts/patience.ts';
import { run } from './run.ts';
import { findTools } from './tools.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('treats an ffmpeg that was killed from outside as a retryable failure, never as the file’s fault', async () => {
  const killed = run({
    tools: await findTools({
      ffmpeg: process.env['FFMPEG_PATH'] ?? 'ffmpeg',
      ffprobe: process.env['FFPROBE_PATH'] ?? 'ffprobe',
    }),
    program: 'ffmpeg',
    args: '-hide_banner -nostdin -progress pipe:1 -f lavfi -i testsrc2=s=320x240:r=25 -t 100000 -f null -'.split(' '),
    caps: { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 30 },
    readable: [],
    folder,
    signal: new AbortController().signal,
    timeout: patient(60_000),
    onProgress: () => {
      for (const pid of ffmpegBelow(process.pid)) process.kill(pid, 'SIGKILL');
    },
  });
  await expect(killed).rejects.toMatchObject({ code: 'engine', isRetryable: true });
});
