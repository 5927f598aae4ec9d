import { execFile, spawn } from 'node:child_process';
import { copyFile, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../../scripts/patience.ts';
import { newFolder } from '../../../testkit/make-files.ts';
import { type Run, feed, run } from './run.ts';
import type { Sandbox } from './sandbox.ts';
import { type Tools, findTools } from './tools.ts';
import { FORMS, formsHere, lackOf } from '../../../testkit/sandboxes.ts';
import { splitArgs } from './split-args.ts';

const execute = promisify(execFile);
let folder: string;
let tools: Tools;
let forms: Map<string, Sandbox>;
beforeAll(async () => {
  [folder, tools, forms] = await Promise.all([
    newFolder(),
    findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }),
    formsHere(),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

const CAPS = { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 30 };
const job = (args: string, more: Partial<Run> = {}): Run => ({
  tools,
  program: 'ffmpeg',
  args: splitArgs(`-hide_banner -nostdin -y -v error -nostats -progress pipe:1 ${args}`),
  caps: CAPS,
  readable: [],
  folder,
  signal: new AbortController().signal,
  timeout: patient(60_000),
  ...more,
});

/** The number of processes whose command line contains this test's folder and mark. */
async function living(mark: string): Promise<number> {
  let count = 0;
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const line = await readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '');
    if (line.includes(folder) && line.includes(mark)) count += 1;
  }
  return count;
}

describe('run', () => {
  it('reports progress, passes on the pipe and returns the last time', async () => {
    const times: number[] = [];
    let bytes = 0;
    const result = await run(
      job('-f lavfi -i sine=d=30 -f s16le pipe:3', {
        onProgress: (seconds) => times.push(seconds),
        onPipe: (chunk) => (bytes += chunk.length),
      }),
    );
    expect(result).toMatchObject({ code: 0, outTime: 30 });
    expect(bytes).toBe(30 * 44_100 * 2);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBe(30);
  });

  it('leaves no process behind when it is aborted', async () => {
    const controller = new AbortController();
    const running = run(
      job('-re -f lavfi -i sine=d=600 -metadata comment=aborted-one -f null -', {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      }),
    );
    await expect(running).rejects.toMatchObject({ code: 'aborted', isRetryable: true });
    expect(await living('aborted-one')).toBe(0);
  });

  it('does not start when it was aborted before', async () => {
    await expect(run(job('-version', { signal: AbortSignal.abort() }))).rejects.toMatchObject({ code: 'aborted' });
  });

  it('does not start when it is aborted during its preparation', async () => {
    const controller = new AbortController();
    // If the server is root, it first looks for a free system account.
    const running = run(
      job('-re -f lavfi -i sine=d=600 -metadata comment=early-one -f null -', { signal: controller.signal }),
    );
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    expect(await living('early-one')).toBe(0);
  });

  it('ends a command that exceeds its timeout', async () => {
    const late = run(job('-re -f lavfi -i sine=d=600 -metadata comment=late-one -f null -', { timeout: 700 }));
    await expect(late).rejects.toMatchObject({ code: 'too-much-work', isRetryable: false });
    expect(await living('late-one')).toBe(0);
  });

  it('ends a command whose listener throws, with the listener’s error', async () => {
    const failing = run(
      job('-f lavfi -i sine=d=600 -f s16le pipe:3', {
        onPipe: () => {
          throw new RangeError('enough');
        },
      }),
    );
    await expect(failing).rejects.toThrow(new RangeError('enough'));
  });

  it('ends a command that uses more processor time than its cap', async () => {
    const busy = run(job('-f lavfi -i testsrc2=s=1920x1080:d=6000 -f null -', { caps: { ...CAPS, cpuSeconds: 1 } }));
    await expect(busy).rejects.toMatchObject({ code: 'too-much-work' });
  });

  it('ends a command that writes a larger file than its cap', async () => {
    const large = run(job('-f lavfi -i sine=d=600 large.wav', { caps: { ...CAPS, fileSize: 2 ** 20 } }));
    const failure = await large.then(
      ({ code }) => code,
      (error: { code: string }) => error.code,
    );
    expect(failure).not.toBe(0);
    expect((await readFile(join(folder, 'large.wav'))).length).toBeLessThanOrEqual(2 ** 20);
  });

  it('refuses more memory than the cap', async () => {
    const shell: Partial<Run> = { tools: { ...tools, ffprobe: '/bin/bash' }, program: 'ffprobe' };
    const fill = (bytes: number): Partial<Run> => ({ args: ['-c', `printf -v a %${bytes}s x; echo "\${#a}"`] });
    const caps = { ...CAPS, addressSpace: 128 * 2 ** 20 };
    expect((await run(job('', { ...shell, ...fill(1000), caps }))).stdout).toBe('1000\n');
    const refused = await run(job('', { ...shell, ...fill(10 ** 9), caps }));
    expect(refused.code).not.toBe(0);
    expect(refused.stdout).toBe('');
  });

  it('passes nothing of our environment to the child', async () => {
    process.env['SECRET_OF_OURS'] = 'shown';
    const [command, ...args] = ['/usr/bin/env'];
    const result = await run(job('', { tools: { ...tools, ffprobe: command }, program: 'ffprobe', args }));
    expect(result.stdout).toContain('PATH=');
    expect(result.stdout).not.toContain('SECRET_OF_OURS');
    delete process.env['SECRET_OF_OURS'];
  });

  it('reports which program is missing', async () => {
    const missing = findTools({ ffmpeg: 'ffmpeg-that-is-not-there', ffprobe: 'ffprobe' });
    await expect(missing).rejects.toMatchObject({ code: 'engine', detail: 'ffmpeg-that-is-not-there was not found' });
  });

  it.for(FORMS)('runs with %s', async (form, { skip }) => {
    const sandbox = forms.get(form) ?? skip(lackOf(form));
    const result = await run(job('-f lavfi -i sine=d=1 form.wav', { tools: { ...tools, sandbox } }));
    expect([result.code, result.stderr]).toEqual([0, '']);
  });

  it('runs programs below /tmp, each in its own folder, in the same isolation', async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    await copyFile(tools.ffmpeg, join(one, 'ffmpeg'));
    await copyFile(tools.ffprobe, join(other, 'ffprobe'));
    const found = await findTools({ ffmpeg: join(one, 'ffmpeg'), ffprobe: join(other, 'ffprobe') });
    // The system accounts are not compared: without isolation, a decoder’s own account can’t open these folders.
    expect(found.sandbox.isolation).toEqual(tools.sandbox.isolation);
    expect((await run(job('-f lavfi -i sine=d=1 below.wav', { tools: found }))).code).toBe(0);
    expect((await run(job('', { tools: found, program: 'ffprobe', args: ['below.wav'] }))).code).toBe(0);
    for (const folder of [one, other]) await rm(folder, { recursive: true });
  });

  it('finds the version that ffmpeg prints', async () => {
    const { stdout } = await execute('ffmpeg', ['-version']);
    expect(stdout).toContain(`ffmpeg version ${tools.version}`);
  });
});

describe('feed', () => {
  const failing = (code: string) =>
    new Writable({
      write(_bytes, _encoding, done) {
        done(Object.assign(new Error(`write ${code}`), { code }));
      },
    });
  const bytes = () => Readable.from([Buffer.from('a song')]);

  it.each(['EPIPE', 'ECONNRESET', 'ECANCELED'])('ignores the error when the child stops reading: %s', async (code) => {
    await feed(bytes(), failing(code));
  });

  it('ends when the child exits while its own child holds the pipe open', async () => {
    const shell = ['-c', 'exec 3<&0; sleep 60 <&3 & exit 0'];
    const child = spawn('sh', shell, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    const much = Array.from({ length: 100 }, () => Buffer.alloc(65_536));
    await feed(Readable.from(much), child.stdin);
    process.kill(-Number(child.pid), 'SIGKILL');
  });

  it('throws when the bytes could not be read or written', async () => {
    await expect(feed(bytes(), failing('EIO'))).rejects.toThrow('write EIO');
  });
});
