// Compares the complete processing of a file (probe, tags, conversion, analysis, reopening every output) with the bare
// ffmpeg command that makes the same outputs, in turn; likewise for the first rendition. `node bench/pipeline.ts song`
// measures songs only.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe } from '../server/pipeline/ffmpeg/inspect/probe.ts';
import { processFile } from '../server/pipeline/ffmpeg/process.ts';
import { sniffFile } from '../server/pipeline/ffmpeg/inspect/sniff.ts';
import { planSong } from '../server/pipeline/ffmpeg/renditions/song-plan.ts';
import { findTools } from '../server/pipeline/ffmpeg/run/tools.ts';
import { planVideo } from '../server/pipeline/ffmpeg/renditions/video-plan.ts';
import { song, video } from '../fixtures/files.ts';
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
  return inTurn('a song', path, plan, ROUNDS, { first: 1.5, all: 1.15 });
}

/** Runs our processing of a file, and the bare commands for its first rendition and for all of them, in turn. */
async function inTurn(
  what: string,
  path: string,
  plan: Record<'bareFirstArgs' | 'bareAllArgs', string[]>,
  rounds: number,
  most: { first: number; all: number },
): Promise<boolean> {
  const first: number[] = [];
  const ours = () =>
    inFolder(async (workDir) => {
      const started = performance.now();
      const onPlayable = async () => void first.push(performance.now() - started);
      return timed(() => processFile({ tools, input: path, workDir, signal, threads, onStage: () => {}, onPlayable }));
    });
  const bareFirst: number[] = [];
  const result = await sideBySide(
    ours,
    async () => {
      bareFirst.push(await bare(plan.bareFirstArgs));
      return bare(plan.bareAllArgs);
    },
    rounds,
  );
  const firstRatio = median(first.map((figure, round) => figure / (bareFirst[round] ?? figure)));
  const figures = milliseconds({ ours: median(first), theirs: median(bareFirst) });
  return [
    line(`first rendition of ${what} against its bare command`, firstRatio, { most: most.first }, figures),
    line(`all of ${what} against the bare command for all`, result.ratio, { most: most.all }, milliseconds(result)),
  ].every(Boolean);
}

async function benchVideo(): Promise<boolean> {
  // One minute; with less, the measurement would mostly be the start of processes.
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
  return inTurn('a video', path, plan, 3, { first: 1.15, all: 1.2 });
}

const milliseconds = ({ ours, theirs }: { ours: number; theirs: number }) =>
  `${Math.round(ours)} ms against ${Math.round(theirs)} ms`;

const benches: Record<string, () => Promise<boolean>> = { song: benchSong, video: benchVideo };
const holds: boolean[] = [];
for (const name of process.argv[2] === undefined ? Object.keys(benches) : [process.argv[2]])
  holds.push((await benches[name]?.()) ?? false);
await rm(folder, { recursive: true, force: true });
process.exitCode = holds.every(Boolean) ? 0 : 1;
