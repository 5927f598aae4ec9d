import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../scripts/patience.ts';
import { newFolder } from './make-files.ts';
import { type Run, run } from './run.ts';
import { type Sandbox, shutIn } from './sandbox.ts';
import { type Tools, findTools } from './tools.ts';
import { words } from './words.ts';

const execute = promisify(execFile);
let folder: string;
let tools: Tools;
beforeAll(async () => {
  [folder, tools] = await Promise.all([newFolder(), findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })]);
});
afterAll(() => rm(folder, { recursive: true }));

const CAPS = { cpuSeconds: 60, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 30 };
const job = (args: string, more: Partial<Run> = {}): Run => ({
  tools,
  program: 'ffmpeg',
  args: words(`-hide_banner -nostdin -y -v error -nostats -progress pipe:1 ${args}`),
  caps: CAPS,
  readable: [],
  folder,
  signal: new AbortController().signal,
  timeout: patient(60_000),
  ...more,
});

/** Processes whose command line names this test's folder and mark. */
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
  it('tells time as it passes, hands on the pipe and ends with the last time', async () => {
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
    await expect(running).rejects.toMatchObject({ code: 'aborted', mayPassLater: true });
    expect(await living('aborted-one')).toBe(0);
  });

  it('does not start when it was aborted before', async () => {
    await expect(run(job('-version', { signal: AbortSignal.abort() }))).rejects.toMatchObject({ code: 'aborted' });
  });

  it('ends what takes longer than its time', async () => {
    const late = run(job('-re -f lavfi -i sine=d=600 -metadata comment=late-one -f null -', { timeout: 700 }));
    await expect(late).rejects.toMatchObject({ code: 'too-much-work', mayPassLater: false });
    expect(await living('late-one')).toBe(0);
  });

  it('ends what a listener cannot bear, with the listener’s error', async () => {
    const failing = run(
      job('-f lavfi -i sine=d=600 -f s16le pipe:3', {
        onPipe: () => {
          throw new RangeError('enough');
        },
      }),
    );
    await expect(failing).rejects.toThrow(new RangeError('enough'));
  });

  it('ends what uses more processor time than its cap', async () => {
    const busy = run(job('-f lavfi -i testsrc2=s=1920x1080:d=6000 -f null -', { caps: { ...CAPS, cpuSeconds: 1 } }));
    await expect(busy).rejects.toMatchObject({ code: 'too-much-work' });
  });

  it('ends what writes a larger file than its cap', async () => {
    const large = run(job('-f lavfi -i sine=d=600 large.wav', { caps: { ...CAPS, fileSize: 2 ** 20 } }));
    const failure = await large.then(
      ({ code }) => code,
      (error: { code: string }) => error.code,
    );
    expect(failure).not.toBe(0);
    expect((await readFile(join(folder, 'large.wav'))).length).toBeLessThanOrEqual(2 ** 20);
  });

  it('refuses more memory than its cap', async () => {
    const result = await run(job('-f lavfi -i sine=d=1 -f null -', { caps: { ...CAPS, addressSpace: 64 * 2 ** 20 } }));
    expect(result.code).not.toBe(0);
  });

  it('gives the child nothing of our environment', async () => {
    process.env['SECRET_OF_OURS'] = 'shown';
    const [command, ...args] = ['/usr/bin/env'];
    const result = await run(job('', { tools: { ...tools, ffprobe: command as string }, program: 'ffprobe', args }));
    expect(result.stdout).toContain('PATH=');
    expect(result.stdout).not.toContain('SECRET_OF_OURS');
    delete process.env['SECRET_OF_OURS'];
  });

  it('keeps the child away from the network and from other files where there are namespaces', async ({ skip }) => {
    if (tools.sandbox.kind !== 'bubblewrap') skip('no namespaces here');
    let calls = 0;
    const server = createServer(() => {
      calls += 1;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const fetched = await run(job(`-i http://127.0.0.1:${address.port}/a.mp3 -f null -`));
    expect(fetched.code).not.toBe(0);
    expect(calls).toBe(0);
    server.close();
    const other = await newFolder();
    await writeFile(join(other, 'a.txt'), 'not yours');
    const read = await run(job(`-f data -i file:${other}/a.txt -map 0 -c copy -f data stolen.txt`));
    expect(read.code).not.toBe(0);
    expect(read.stderr).toContain('No such file');
    await rm(other, { recursive: true });
  });

  it('says which program is missing', async () => {
    const missing = findTools({ ffmpeg: 'ffmpeg-that-is-not-there', ffprobe: 'ffprobe' });
    await expect(missing).rejects.toMatchObject({ code: 'engine', detail: 'ffmpeg-that-is-not-there was not found' });
  });

  it.each<Sandbox>([
    { kind: 'setpriv', prlimit: true, dropsUser: false, ownNetwork: false },
    { kind: 'none', prlimit: true },
    { kind: 'none', prlimit: false },
  ])('works with less of a sandbox too: %o', async (sandbox) => {
    const result = await run(job('-f lavfi -i sine=d=1 less.wav', { tools: { ...tools, sandbox } }));
    expect(result.code).toBe(0);
  });

  it('drops user and network where it can', () => {
    const sandbox: Sandbox = { kind: 'setpriv', prlimit: true, dropsUser: true, ownNetwork: true };
    const line = shutIn(sandbox, CAPS, { program: '/usr/bin/ffmpeg', readable: [], folder: '/a' }, ['-version']).join(
      ' ',
    );
    expect(line).toMatch(/^prlimit .* unshare --net setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs/);
    expect(line).toMatch(/\/usr\/bin\/ffmpeg -version$/);
  });

  it('agrees with the version that ffmpeg prints', async () => {
    const { stdout } = await execute('ffmpeg', ['-version']);
    expect(stdout).toContain(`ffmpeg version ${tools.version}`);
  });
});
