// The whole way of a file (probe, tags, conversion, analysis, everything opened again) against the bare ffmpeg command
// that makes the same outputs, in turn.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe } from '../server/ffmpeg/probe.ts';
import { processFile } from '../server/ffmpeg/process.ts';
import { sniffFile } from '../server/ffmpeg/sniff.ts';
import { planSong } from '../server/ffmpeg/song-plan.ts';
import { findTools } from '../server/ffmpeg/tools.ts';
import { planVideo } from '../server/ffmpeg/video-plan.ts';
import { song, video } from '../server/testkit/fixtures.ts';
import { line, median, program, sideBySide, timed } from './ratio.ts';

const ROUNDS = 5;
const tools = await findTools({
  ffmpeg: process.env['FFMPEG_PATH'] ?? 'ffmpeg',
  ffprobe: process.env['FFPROBE_PATH'] ?? 'ffprobe',
});
const threads = Math.min(8, availableParallelism());
const folder = await mkdtemp(join(tmpdir(), 'scoville-bench-'));
const { signal } = new AbortController();

async function inFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(folder, 'run-'));
  try {
    await mkdir(join(path, 'out'), { recursive: true });
    return await work(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function probed(path: string) {
  const sniffed = await sniffFile(path);
  if (sniffed === null) throw new Error(`${path} is no media file.`);
  return { demuxer: sniffed.demuxer, probe: await probe(tools, sniffed.demuxer, path, folder, signal) };
}

const bare = (args: readonly string[]) =>
  inFolder((path) => timed(() => program(tools.ffmpeg, args, join(path, 'out'))));

async function benchSong(): Promise<boolean> {
  const path = await song({ seconds: 180, format: 'flac' });
  const { demuxer, probe: found } = await probed(path);
  if (found.sound === null) throw new Error('The song has no sound.');
  const plan = planSong({ path, demuxer, sound: found.sound, threads });
  const ours = () =>
    inFolder((workDir) =>
      timed(() => processFile({ tools, input: path, workDir, signal, threads, onStage: () => {} })),
    );
  const result = await sideBySide(ours, () => bare(plan.bareArgs), ROUNDS);
  return line('song pipeline against the bare command', result.ratio, { most: 1.25 }, milliseconds(result));
}

async function benchVideo(): Promise<boolean> {
  // A minute: of less, the start of processes would be what is measured.
  const path = await video({ seconds: 60, width: 1920, height: 1080 });
  const { demuxer, probe: found } = await probed(path);
  if (found.picture === null) throw new Error('The video has no picture.');
  const plan = planVideo({
    path,
    demuxer,
    picture: found.picture,
    sound: found.sound,
    threads,
    duration: found.duration,
    canToneMap: tools.canToneMap,
  });
  const first: number[] = [];
  const ours = () =>
    inFolder(async (workDir) => {
      const started = performance.now();
      return timed(() =>
        processFile({
          tools,
          input: path,
          workDir,
          signal,
          threads,
          onStage: () => {},
          onPlayable: async () => void first.push(performance.now() - started),
        }),
      );
    });
  const bareFirst: number[] = [];
  const result = await sideBySide(
    ours,
    async () => {
      bareFirst.push(await bare(plan.bareFirstArgs));
      return bare(plan.bareAllArgs);
    },
    3,
  );
  const firstRatio = median(first.map((figure, round) => figure / (bareFirst[round] ?? figure)));
  const holds = line(
    'first playable rendition of a video against its bare command',
    firstRatio,
    { most: 1.15 },
    milliseconds({ ours: median(first), theirs: median(bareFirst) }),
  );
  return (
    line(
      'whole ladder of a video against the bare command for all',
      result.ratio,
      { most: 1.2 },
      milliseconds(result),
    ) && holds
  );
}

const milliseconds = ({ ours, theirs }: { ours: number; theirs: number }) =>
  `${Math.round(ours)} ms against ${Math.round(theirs)} ms`;

const holds = [await benchSong(), await benchVideo()];
await rm(folder, { recursive: true, force: true });
process.exitCode = holds.every(Boolean) ? 0 : 1;
