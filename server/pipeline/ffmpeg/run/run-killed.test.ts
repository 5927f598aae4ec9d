import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ffmpegBelow } from '../../../../scripts/faults/killer.ts';
import { patient } from '../../../../scripts/patience.ts';
import { run } from './run.ts';
import { type Tools, findTools } from './tools.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const findHere = (): Promise<Tools> =>
  findTools({
    ffmpeg: process.env['FFMPEG_PATH'] ?? 'ffmpeg',
    ffprobe: process.env['FFPROBE_PATH'] ?? 'ffprobe',
  });

const killAll = (signal: NodeJS.Signals) => (): void => {
  for (const pid of ffmpegBelow(process.pid)) process.kill(pid, signal);
};

const job = () => ({
  caps: { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 30 },
  readable: [],
  folder,
  signal: new AbortController().signal,
  timeout: patient(60_000),
});

it('treats an ffmpeg that was killed from outside as a retryable failure, never as the file’s fault', async () => {
  const killed = run({
    ...job(),
    tools: await findHere(),
    program: 'ffmpeg',
    args: '-hide_banner -nostdin -progress pipe:1 -f lavfi -i testsrc2=s=320x240:r=25 -t 100000 -f null -'.split(' '),
    onProgress: killAll('SIGKILL'),
  });
  await expect(killed).rejects.toMatchObject({ code: 'engine', isRetryable: true });
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'reports an ffprobe ended by %s as retryable without a sandbox',
  async (signal) => {
    const tools = await findHere();
    const sandbox = { ...tools.sandbox, isolation: { kind: 'none', setpriv: false } as const, ownAccount: false };
    const killed = run({
      ...job(),
      tools: { ...tools, sandbox },
      program: 'ffprobe',
      args: '-f lavfi -i testsrc2=s=32x24:r=25 -show_entries frame=pts -of csv'.split(' '),
      onLog: killAll(signal),
    });
    await expect(killed).rejects.toMatchObject({ code: 'engine', isRetryable: true });
  },
);
