import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MUSIC, PICTURE, make, newFolder } from '../../../testkit/make-files.ts';
import { ProcessingError } from '../processing-error.ts';
import { type ProcessJob, type Result, processFile } from '../process.ts';
import { type Tools, findTools } from '../run/tools.ts';
import { measureDuration } from './measure-duration.ts';
import { probe } from './probe.ts';

let folder: string;
let tools: Tools;
beforeAll(async () => {
  [folder, tools] = await Promise.all([newFolder(), findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })]);
});
afterAll(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

/** The duration that a file claims, and the measured one. */
async function lengthsOf(path: string) {
  const said = await probe(tools, 'matroska', path, folder, signal);
  return { said: said.duration, measured: await measureDuration(said, { tools, path, folder, signal }) };
}

it('measures a browser recording without a stated length up to its last packet, even if cut off', async () => {
  const sound = await make(folder, 'sound.webm', `${MUSIC(4)} -c:a libopus -live 1`);
  const video = await make(folder, 'video.webm', `${PICTURE('320x240', 10, 4)} ${MUSIC(4)} -c:v libvpx -live 1`);
  const bytes = await readFile(sound);
  const half = join(folder, 'half.webm');
  await writeFile(half, bytes.subarray(0, bytes.length / 2));
  for (const [path, seconds] of [
    [sound, 4],
    [video, 4],
    [half, 2],
  ] as const) {
    const { said, measured } = await lengthsOf(path);
    expect(said).toBeNull();
    expect(Math.abs((measured ?? 0) - seconds)).toBeLessThan(0.6);
  }
});

/** Makes a file with ffmpeg and processes it. */
async function processed(name: string, line: string, how: Partial<ProcessJob>): Promise<Result> {
  const input = await make(folder, name, line);
  const workDir = join(folder, `${name}-work`);
  await mkdir(workDir);
  return processFile({ tools, input, workDir, signal, threads: 1, onStage: () => {}, ...how });
}

it('uses the measured length for the budget and for the progress', async () => {
  let judged: number | null = null;
  let duringFirst: number[] = [];
  const percents: number[] = [];
  await processed('song.webm', `${MUSIC(10)} -c:a libopus -live 1`, {
    judge: ({ duration }) => {
      judged = duration;
      return { seconds: 600, cpuSeconds: 600 };
    },
    onStage: (_stage, percent) => percents.push(percent),
    onPlayable: async () => void (duringFirst = [...percents]),
  });
  expect(Math.round(judged ?? 0)).toBe(10);
  expect(Math.max(...duringFirst)).toBeGreaterThan(40);
});

/** Processes a file of which at most `seconds` are allowed. */
const within = (seconds: number, name: string, line: string): Promise<Result> =>
  processed(name, line, {
    judge: ({ duration }) => {
      if ((duration ?? 0) > seconds) throw new ProcessingError('too-long', `${duration} s`);
      return { seconds, cpuSeconds: 600 };
    },
  });

/** Timestamps that jump two hours ahead after the given packet. */
const LEAP = (packet: number, clock: number) => `-bsf:a setts=ts=PTS+gt(N\\,${packet})*7200*${clock}`;

it.each([
  ['leaps.webm', `${MUSIC(4)} -c:a libopus -live 1 ${LEAP(100, 1000)}`],
  ['said.webm', `${MUSIC(4)} -c:a libopus ${LEAP(100, 1000)}`],
  ['leaps.ogg', `${MUSIC(4)} -c:a libopus ${LEAP(50, 48_000)}`],
  ['late.webm', `${MUSIC(4)} -c:a libopus -output_ts_offset 7200`],
])('measures a song by its sound, regardless of its timestamps: %s', async (name, line) => {
  const { duration } = await within(10, name, line);
  expect(Math.abs(duration - 4)).toBeLessThan(0.2);
});

it('measures a video by its picture when its timestamps begin late', async () => {
  const line = `${PICTURE('160x120', 10, 3)} ${MUSIC(3)} -c:v libvpx -deadline realtime -c:a libopus -output_ts_offset 7200`;
  expect(Math.abs((await within(10, 'late-video.webm', line)).duration - 3)).toBeLessThan(0.2);
});

it('refuses a song whose sound is too long as well', async () => {
  await expect(within(3, 'long.webm', `${MUSIC(4)} -c:a libopus`)).rejects.toMatchObject({ code: 'too-long' });
});
