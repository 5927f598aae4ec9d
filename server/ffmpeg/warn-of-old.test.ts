import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFolder } from './make-files.ts';
import { warnOfOldFfmpeg } from './warn-of-old.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** What the log says of a program that names `version`. */
async function saidOf(version: string): Promise<{ level: number; version?: string; vulnerabilities?: object[] }[]> {
  const path = join(folder, `ffmpeg-${version}`);
  await writeFile(path, `#!/bin/sh\necho "ffmpeg version ${version} Copyright"\n`);
  await chmod(path, 0o755);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  await warnOfOldFfmpeg({ FFMPEG_PATH: path, FFPROBE_PATH: path }, log);
  return lines.map((line) => JSON.parse(line) as { level: number });
}

const { info, warn, error } = pino.levels.values;

it('warns once of an ffmpeg with known holes, with its version and their names', async () => {
  const said = await saidOf('7.0.2');
  expect(said).toHaveLength(1);
  expect(said[0]).toMatchObject({ level: warn, version: '7.0.2' });
  expect(said[0]?.vulnerabilities).toContainEqual({ id: 'CVE-2026-40962', state: 'open', fixedIn: '8.1.0' });
});

it('does not warn of one that has none', async () => {
  expect(await saidOf('99.0.0')).toMatchObject([{ level: info, version: '99.0.0' }]);
});

it('says it when none works, and throws nothing', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  await warnOfOldFfmpeg({ FFMPEG_PATH: join(folder, 'missing'), FFPROBE_PATH: join(folder, 'missing') }, log);
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([error]);
});
