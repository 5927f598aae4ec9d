import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaError } from '../ffmpeg/media-error.ts';
import { processFile } from '../ffmpeg/process.ts';
import type { Sandbox } from '../ffmpeg/run/sandbox.ts';
import { type Tools, findTools } from '../ffmpeg/run/tools.ts';
import { newId } from '../ids.ts';
import { song, video } from '../../fixtures/files.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';
import { transcode } from '../processing/transcode.ts';
import { attemptOf } from '../testkit/media.ts';

// Programs in place of ffmpeg and ffprobe play a decoder that a file has taken over: it may do whatever it likes in the
// folder where it writes.

const execute = promisify(execFile);
const SECRET = 'the password of the database';
let folder: string;
/** What lies outside of the decoder's folder: a secret, and room for what should never be written. */
let outside: string;
let tools: Tools;
const servers: TestServer[] = [];
beforeAll(async () => {
  // Not below /tmp, which decoders see empty.
  folder = await mkdtemp('/var/tmp/scoville-decoder-');
  outside = join(folder, 'outside');
  await mkdir(outside, { mode: 0o700 });
  await chmod(folder, 0o755);
  await writeFile(join(outside, 'secret'), SECRET);
  tools = await findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true });
});

/** A program that does `before`, then what it is for, then `after`; `$verifying` is 1 when it opens our work again. */
async function program(name: 'ffmpeg' | 'ffprobe', { before = '', after = '' }): Promise<string> {
  const place = await mkdtemp(join(folder, 'programs-'));
  // Whichever account decoders have here, it may enter.
  await chmod(place, 0o755);
  const path = join(place, name);
  await writeFile(
    path,
    `#!/bin/sh
case "$*" in *"-f null -") verifying=1 ;; *) verifying=0 ;; esac
case "$*" in *-version*|*-filters*) exec ${tools[name]} "$@" ;; esac
${before}
${tools[name]} "$@" || exit
${after}
exit 0
`,
  );
  await chmod(path, 0o755);
  return path;
}

/** Before anything is decoded: links under all names that we write. */
const WHILE_PROBING = () =>
  ['master.m3u8', 'first.m3u8', 'sprite.jpg'].map((name) => `ln -s ${outside}/${name} ${name}`).join('\n');
/** While our work is opened again: links in place of what was made. Nothing keeps a decoder without isolation from writing. */
const WHILE_VERIFYING = () =>
  `if [ $verifying = 1 ]; then for name in poster.jpg master.m3u8 sprite.jpg v180.m3u8; do
    [ -e $name ] && ln -sf ${outside}/secret .$$ && mv -f .$$ $name; done; fi`;

const WITHOUT: Sandbox = {
  isolation: { kind: 'none', setpriv: false },
  ownAccount: false,
  prlimit: true,
  wholeFolder: false,
  bubblewrap: false,
};
const sandboxes: [string, () => Sandbox][] = [
  ['in this machine’s sandbox', () => tools.sandbox],
  ['without a sandbox', () => WITHOUT],
];

async function through(input: string, own: Partial<Tools>): Promise<{ out: string; error: unknown }> {
  const workDir = await mkdtemp(join(folder, 'work-'));
  const signal = new AbortController().signal;
  const job = { tools: { ...tools, ...own }, input, workDir, signal, threads: 2, onStage: () => {} };
  const error = await processFile(job).then(
    () => null,
    (failure: unknown) => failure,
  );
  return { out: join(workDir, 'out'), error };
}

/** Nothing outside was written, and what is ours are plain files without the secret. */
async function nothingLeaked(out: string): Promise<void> {
  expect(await readdir(outside)).toEqual(['secret']);
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe(SECRET);
  for (const name of await readdir(out)) {
    const found = await lstat(join(out, name));
    // What was moved and then refused is removed with the folder.
    if (!found.isFile() || found.nlink > 1) continue;
    expect((await readFile(join(out, name))).includes(SECRET), name).toBe(false);
  }
}

describe.each(sandboxes)('F21 a decoder that was taken over %s', (_where, sandbox) => {
  it('writes nothing through links that it leaves while the file is probed', async () => {
    const ffprobe = await program('ffprobe', { before: WHILE_PROBING() });
    const { out, error } = await through(await video({ seconds: 2, width: 320, height: 180 }), {
      ffprobe,
      sandbox: sandbox(),
    });
    expect(error).toBeNull();
    await nothingLeaked(out);
    expect(await readFile(join(out, 'master.m3u8'), 'utf8')).toContain('#EXT-X-STREAM-INF');
  });

  it('shows nothing through links that it leaves while our work is opened again', async () => {
    const ffmpeg = await program('ffmpeg', { before: WHILE_VERIFYING() });
    const { out } = await through(await video({ seconds: 2, width: 320, height: 180 }), { ffmpeg, sandbox: sandbox() });
    await nothingLeaked(out);
  });

  it.each([
    ['a link', () => `rm song.m4a; ln -s ${outside}/secret song.m4a`],
    ['a pipe, which nobody waits for,', () => 'rm song.m4a; mkfifo song.m4a'],
    ['a folder', () => 'rm song.m4a; mkdir song.m4a'],
    ['a file that has another name as well', () => 'ln song.m4a other'],
    ['nothing', () => 'rm song.m4a'],
  ])('cannot give us %s for a song', async (_kind, after) => {
    // Not by the command beside it: what is not written yet would be written into it.
    const ffmpeg = await program('ffmpeg', { after: `case "$*" in *file:song.m4a*) ${after()} ;; esac` });
    const { out, error } = await through(await song({ seconds: 1, format: 'mp3' }), { ffmpeg, sandbox: sandbox() });
    expect(error).toBeInstanceOf(MediaError);
    expect(error).toMatchObject({ code: 'unreadable', isRetryable: false });
    await nothingLeaked(out);
  });
});

it('F21 the file of a decoder that was taken over fails, and the store has plain files of its own alone', async () => {
  const [ffmpeg, ffprobe] = [
    await program('ffmpeg', { after: `[ -e poster.jpg ] && ln -sf ${outside}/secret poster.jpg` }),
    await program('ffprobe', { before: WHILE_PROBING() }),
  ];
  const server = await startTestServer({ FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe });
  servers.push(server);
  const account = await server.signUp();
  const bytes = await readFile(await video({ seconds: 2, width: 320, height: 180 }));
  const { body } = await account.client.upload('/api/upload', { name: 'clip.mp4', bytes });
  const run = { id: newId(), signal: new AbortController().signal, isLast: false, log: server.app.log };
  await transcode(server.app, await attemptOf(server.app.db, body.media.id), run);
  const media = (await account.client.get(`/api/media/${body.media.id}`)).body;
  expect(media).toMatchObject({ status: 'failed', poster: null, sources: [] });
  expect(media.error.message).toMatch(/^This file is damaged or incomplete\./);
  const { stdout } = await execute('find', [server.app.env.FILES_DIR, '!', '-type', 'f', '!', '-type', 'd']);
  expect(stdout).toBe('');
  expect(await readdir(outside)).toEqual(['secret']);
});
