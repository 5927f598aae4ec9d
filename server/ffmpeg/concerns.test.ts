import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { concernsAboutFfmpeg } from './concerns.ts';
import { newFolder } from './make-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** What is said of a program that names `version` and these filters. */
async function saidOf(version: string, filters = ' zscale  tonemap ') {
  const path = join(folder, `ffmpeg-${version}`);
  await writeFile(path, `#!/bin/sh\necho "ffmpeg version ${version} Copyright"\necho "${filters}"\n`);
  await chmod(path, 0o755);
  return concernsAboutFfmpeg({ FFMPEG_PATH: path, FFPROBE_PATH: path });
}
const namesOf = (concerns: { name: string }[]) => concerns.map(({ name }) => name);

it('names the holes of an old ffmpeg, and where they were mended', async () => {
  const old = (await saidOf('7.0.2')).find(({ name }) => name === 'ffmpeg-old');
  expect(old?.text).toMatch(/^ffmpeg 7\.0\.2 has known holes: .*CVE-2026-40962 \(mended in 8\.1\.0\)/);
});

it('says nothing of the age of one that has none', async () => {
  expect(namesOf(await saidOf('99.0.0'))).not.toContain('ffmpeg-old');
});

it('says when colours cannot be brought into range', async () => {
  expect(namesOf(await saidOf('98.0.0', 'scale'))).toContain('ffmpeg-colours');
  expect(namesOf(await saidOf('99.0.0'))).not.toContain('ffmpeg-colours');
});

it('says it when none works, and throws nothing', async () => {
  const missing = join(folder, 'missing');
  expect(namesOf(await concernsAboutFfmpeg({ FFMPEG_PATH: missing, FFPROBE_PATH: missing }))).toEqual([
    'ffmpeg-missing',
  ]);
});
