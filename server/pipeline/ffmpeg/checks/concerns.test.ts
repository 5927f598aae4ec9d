import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegWarnings, sandboxWarning } from './concerns.ts';
import { newFolder } from '../../../testkit/make-files.ts';
import type { Sandbox } from '../run/sandbox.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** The warnings (concerns) about an ffmpeg that prints `version` and these filters. */
async function saidOf(version: string, filters = ' zscale  tonemap ') {
  const path = join(folder, `ffmpeg-${version}`);
  await writeFile(path, `#!/bin/sh\necho "ffmpeg version ${version} Copyright"\necho "${filters}"\n`);
  await chmod(path, 0o755);
  return ffmpegWarnings({ FFMPEG_PATH: path, FFPROBE_PATH: path });
}
const namesOf = (concerns: { name: string }[]) => concerns.map(({ name }) => name);

it('warns the operator of an old ffmpeg, with its vulnerabilities and the versions that fixed them', async () => {
  const old = (await saidOf('7.0.2')).find(({ name }) => name === 'ffmpeg-old');
  expect(old?.text).toMatch(/^ffmpeg 7\.0\.2 has known vulnerabilities: .*CVE-2026-40962 \(fixed in 8\.1\.0\)/);
});

it('doesn’t warn the operator of an ffmpeg without known vulnerabilities', async () => {
  expect(namesOf(await saidOf('99.0.0'))).not.toContain('ffmpeg-old');
});

it('warns the operator if ffmpeg can’t convert the colours of videos with a high dynamic range', async () => {
  expect(namesOf(await saidOf('98.0.0', 'scale'))).toContain('ffmpeg-colours');
  expect(namesOf(await saidOf('99.0.0'))).not.toContain('ffmpeg-colours');
});

it('warns the operator, and doesn’t throw, if no ffmpeg works', async () => {
  const missing = join(folder, 'missing');
  expect(namesOf(await ffmpegWarnings({ FFMPEG_PATH: missing, FFPROBE_PATH: missing }))).toEqual(['ffmpeg-missing']);
});

const WALLED: Sandbox = {
  prlimit: true,
  wholeFolder: false,
  isolation: { kind: 'unshare', users: false },
  ownAccount: true,
};
const ISOLATION =
  'isolation (it can read what its account may read on this machine, see its processes, and reach whatever it reaches)';
const ACCOUNT = 'an account of its own (it has the rights of this server)';
const ALLOW = 'allow this server to create namespaces and to mount in them (see ffmpeg in docs/servers.md)';
const AS_ROOT = 'or start it as root, so that decoders get accounts of their own';

it.each<[string, Partial<Sandbox>, string | null]>([
  ['isolation by root', {}, null],
  ['isolation by another account', { isolation: { kind: 'unshare', users: true }, ownAccount: false }, null],
  [
    'only an account',
    { isolation: { kind: 'none', setpriv: true } },
    `Uploaded files are decoded without ${ISOLATION}. What to do: ${ALLOW}.`,
  ],
  [
    'only limits',
    { isolation: { kind: 'none', setpriv: true }, ownAccount: false },
    `Uploaded files are decoded without ${ACCOUNT} and ${ISOLATION}. What to do: ${ALLOW}; ${AS_ROOT}.`,
  ],
  [
    'no protection',
    { isolation: { kind: 'none', setpriv: false }, ownAccount: false, prlimit: false },
    `Uploaded files are decoded without ${ACCOUNT}, ${ISOLATION} and limits of time and memory. What to do: install util-linux, which has prlimit, unshare and setpriv; ${AS_ROOT}.`,
  ],
  [
    'no limits',
    { prlimit: false },
    'Uploaded files are decoded without limits of time and memory. What to do: install util-linux, which has prlimit, unshare and setpriv.',
  ],
])('F10 warns the administrator about missing protection of decoders, with the remedy: %s', (_, less, warning) => {
  expect(sandboxWarning({ ...WALLED, ...less })).toBe(warning);
});

it('F10 warns the operator if this machine lacks the protection for decoders', async () => {
  const program = join(folder, 'ffmpeg-here');
  await writeFile(program, '#!/bin/sh\necho "ffmpeg version 99.0.0 zscale tonemap"\n');
  await chmod(program, 0o755);
  const empty = join(folder, 'nothing-installed');
  await mkdir(empty);
  const path = process.env['PATH'];
  try {
    process.env['PATH'] = empty;
    const found = await ffmpegWarnings({ FFMPEG_PATH: program, FFPROBE_PATH: program });
    expect(found.find(({ name }) => name === 'ffmpeg-open')?.text).toMatch(
      /^Uploaded files are decoded without an account of its own .* and limits of time and memory\./,
    );
  } finally {
    process.env['PATH'] = path;
  }
});
