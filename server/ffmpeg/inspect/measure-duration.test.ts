import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MUSIC, PICTURE, make, newFolder } from '../../testkit/make-files.ts';
import { processFile } from '../process.ts';
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

/** What a file says of its length, and how long it is found to be. */
async function lengthsOf(path: string) {
  const said = await probe(tools, 'matroska', path, folder, signal);
  return { said: said.duration, measured: await measureDuration(tools, said, path, folder, signal) };
}

it('a recording of a browser, which does not tell its length, is read to its end; one that was broken off to where it is', async () => {
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

it('is what its budget is judged by, and how far the work on it is', async () => {
  const input = await make(folder, 'song.webm', `${MUSIC(10)} -c:a libopus -live 1`);
  const workDir = join(folder, 'work');
  await mkdir(workDir);
  let judged: number | null = null;
  let duringFirst: number[] = [];
  const percents: number[] = [];
  await processFile({
    tools,
    input,
    workDir,
    signal,
    threads: 1,
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
