import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessingError } from '../../pipeline/ffmpeg/processing-error.ts';
import { processFile } from '../../pipeline/ffmpeg/process.ts';
import type { Sandbox } from '../../pipeline/ffmpeg/run/sandbox.ts';
import { type Tools, findTools } from '../../pipeline/ffmpeg/run/tools.ts';
import { newId } from '../../platform/ids.ts';
import { song, video } from '../../../fixtures/files.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from '../../pipeline/processing/transcode.ts';
import { attemptOf } from '../../testkit/media.ts';

// Programs in place of ffmpeg and ffprobe simulate a decoder that a file has taken over. It may do anything in the
// folder that it writes to.

const execute = promisify(execFile);
const SECRET = 'the password of the database';
let folder: string;
/** A folder outside of the decoder's own, with a secret, and nothing else unless a decoder has broken out. */
let outside: string;
let tools: Tools;
const servers: TestServer[] = [];
beforeAll(async () => {
  // The folder is not below /tmp, because that is empty for decoders.
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

/**
 * A program that runs `before`, then the real program, then `after`. `$verifying` is 1 when our output is decoded
 * again.
 */
async function program(name: 'ffmpeg' | 'ffprobe', { before = '', after = '' }): Promise<string> {
  const place = await mkdtemp(join(folder, 'programs-'));
  // Decoders must be able to enter the folder, whichever system account they run under here.
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

/** Before decoding: creates links with the names of all files that we write. */
const WHILE_PROBING = () =>
  ['master.m3u8', 'first.m3u8', 'sprite.jpg'].map((name) => `ln -s ${outside}/${name} ${name}`).join('\n');
/** While our output is verified: replaces it by links. A decoder without isolation can always write there. */
const WHILE_VERIFYING = () =>
  `if [ $verifying = 1 ]; then for name in poster.jpg master.m3u8 sprite.jpg v180.m3u8; do
    [ -e $name ] && ln -sf ${outside}/secret .$$ && mv -f .$$ $name; done; fi`;

const WITHOUT: Sandbox = {
  isolation: { kind: 'none', setpriv: false },
  ownAccount: false,
  prlimit: true,
  wholeFolder: false,
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

/** Nothing outside was written, and our output consists of plain files without the secret. */
async function nothingLeaked(out: string): Promise<void> {
  expect(await readdir(outside)).toEqual(['secret']);
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe(SECRET);
  for (const name of await readdir(out)) {
    const found = await lstat(join(out, name));
    // A file that was moved and then refused is removed with the folder.
    if (!found.isFile() || found.nlink > 1) continue;
    expect((await readFile(join(out, name))).includes(SECRET), name).toBe(false);
  }
}

describe.each(sandboxes)('F21 a decoder that a file has taken over, %s,', (_where, sandbox) => {
  it('writes nothing through links that it creates while the file is probed', async () => {
    const ffprobe = await program('ffprobe', { before: WHILE_PROBING() });
    const { out, error } = await through(await video({ seconds: 2, width: 320, height: 180 }), {
      ffprobe,
      sandbox: sandbox(),
    });
    expect(error).toBeNull();
    await nothingLeaked(out);
    expect(await readFile(join(out, 'master.m3u8'), 'utf8')).toContain('#EXT-X-STREAM-INF');
  });

  it('exposes nothing through links that it creates while our output is verified', async () => {
    const ffmpeg = await program('ffmpeg', { before: WHILE_VERIFYING() });
    const { out } = await through(await video({ seconds: 2, width: 320, height: 180 }), { ffmpeg, sandbox: sandbox() });
    await nothingLeaked(out);
  });

  it.each([
    ['a link', () => `rm song.m4a; ln -s ${outside}/secret song.m4a`],
    ['a pipe without a reader', () => 'rm song.m4a; mkfifo song.m4a'],
    ['a folder', () => 'rm song.m4a; mkdir song.m4a'],
    ['a file with a second name', () => 'ln song.m4a other'],
    ['no file', () => 'rm song.m4a'],
  ])('can’t replace a song by %s', async (_kind, after) => {
    // The program replaces the file only after the command for this song. A parallel command would otherwise write its
    // own output into the replacement.
    const ffmpeg = await program('ffmpeg', { after: `case "$*" in *file:song.m4a*) ${after()} ;; esac` });
    const { out, error } = await through(await song({ seconds: 1, format: 'mp3' }), { ffmpeg, sandbox: sandbox() });
    expect(error).toBeInstanceOf(ProcessingError);
    expect(error).toMatchObject({ code: 'unreadable', isRetryable: false });
    await nothingLeaked(out);
  });
});

it('F21 a file that takes over its decoder fails, and the store contains only plain files', async () => {
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
