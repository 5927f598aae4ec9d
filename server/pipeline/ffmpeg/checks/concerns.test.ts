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

/** The concerns about a program that prints `version` and these filters. */
async function saidOf(version: string, filters = ' zscale  tonemap ') {
  const path = join(folder, `ffmpeg-${version}`);
  await writeFile(path, `#!/bin/sh\necho "ffmpeg version ${version} Copyright"\necho "${filters}"\n`);
  await chmod(path, 0o755);
  return ffmpegWarnings({ FFMPEG_PATH: path, FFPROBE_PATH: path });
}
const namesOf = (concerns: { name: string }[]) => concerns.map(({ name }) => name);

it('names the vulnerabilities of an old ffmpeg and the versions that fixed them', async () => {
  const old = (await saidOf('7.0.2')).find(({ name }) => name === 'ffmpeg-old');
  expect(old?.text).toMatch(/^ffmpeg 7\.0\.2 has known vulnerabilities: .*CVE-2026-40962 \(fixed in 8\.1\.0\)/);
});

it('raises no concern about the age of an ffmpeg without known vulnerabilities', async () => {
  expect(namesOf(await saidOf('99.0.0'))).not.toContain('ffmpeg-old');
});

it('raises a concern when colours cannot be brought into range', async () => {
  expect(namesOf(await saidOf('98.0.0', 'scale'))).toContain('ffmpeg-colours');
  expect(namesOf(await saidOf('99.0.0'))).not.toContain('ffmpeg-colours');
});

it('raises a concern and doesn’t throw when no ffmpeg works', async () => {
  const missing = join(folder, 'missing');
  expect(namesOf(await ffmpegWarnings({ FFMPEG_PATH: missing, FFPROBE_PATH: missing }))).toEqual(['ffmpeg-missing']);
});

const WALLED: Sandbox = {
  prlimit: true,
  bubblewrap: true,
  wholeFolder: false,
  isolation: { kind: 'bubblewrap', users: false },
  ownAccount: true,
};
const NETWORK = 'a network of its own (it reaches whatever this machine reaches)';
const FILES = 'files of its own (it can read what its account may read on this machine)';
const ACCOUNT = 'an account of its own (it has the rights of this server)';
const PROCESSES = 'processes of its own (it sees those of this machine)';
const INSTALL = 'install bubblewrap (on Debian: apt-get install bubblewrap)';
const ALLOW =
  'bubblewrap is installed, but this machine or container does not let it work: allow this server to create namespaces';

it.each<[string, Partial<Sandbox>, string | null]>([
  ['bubblewrap as root', {}, null],
  ['bubblewrap as another', { isolation: { kind: 'bubblewrap', users: true }, ownAccount: false }, null],
  ['the same without it as root', { isolation: { kind: 'unshare', users: false }, bubblewrap: false }, null],
  ['and as another', { isolation: { kind: 'unshare', users: true }, ownAccount: false, bubblewrap: false }, null],
  [
    'namespaces without mounts',
    { isolation: { kind: 'namespaces', users: false, processes: true }, bubblewrap: false },
    `Uploaded files are decoded without ${FILES}. What to do: ${INSTALL}.`,
  ],
  [
    'a network alone',
    { isolation: { kind: 'namespaces', users: false, processes: false } },
    `Uploaded files are decoded without ${FILES} and ${PROCESSES}. What to do: ${ALLOW}.`,
  ],
  [
    'an account alone',
    { isolation: { kind: 'none', setpriv: true } },
    `Uploaded files are decoded without ${FILES}, ${NETWORK} and ${PROCESSES}. What to do: ${ALLOW}.`,
  ],
  [
    'nothing where it could be installed',
    { isolation: { kind: 'none', setpriv: true }, ownAccount: false, bubblewrap: false },
    `Uploaded files are decoded without ${ACCOUNT}, ${FILES}, ${NETWORK} and ${PROCESSES}. What to do: ${INSTALL}.`,
  ],
  [
    'nothing where it is refused',
    { isolation: { kind: 'none', setpriv: false }, ownAccount: false },
    `Uploaded files are decoded without ${ACCOUNT}, ${FILES}, ${NETWORK} and ${PROCESSES}. What to do: ${ALLOW}; or start it as root, so that decoders get accounts of their own.`,
  ],
  [
    'no limits',
    { prlimit: false },
    'Uploaded files are decoded without limits of time and memory. What to do: install util-linux, which has prlimit.',
  ],
])('F10 warns the administrator about missing protection of decoders, with the remedy: %s', (_, less, warning) => {
  expect(sandboxWarning({ ...WALLED, ...less })).toBe(warning);
});

it('F10 raises missing protection as a concern of the machine', async () => {
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
