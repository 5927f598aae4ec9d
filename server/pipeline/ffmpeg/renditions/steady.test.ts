import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURE, make, newFolder } from '../../../testkit/make-files.ts';
import { type Result, processFile } from '../process.ts';
import type { Probe } from '../inspect/probe.ts';
import { ProcessingError } from '../processing-error.ts';
import { watchEntrances } from '../run/changes.ts';
import { type Tools, findTools } from '../run/tools.ts';

const execute = promisify(execFile);
let folder: string;
let tools: Tools;
beforeAll(async () => {
  [folder, tools] = await Promise.all([newFolder(), findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })]);
});
afterAll(() => rm(folder, { recursive: true }));

let runs = 0;
async function through(
  input: string,
  more: Partial<Parameters<typeof processFile>[0]> = {},
): Promise<Result & { out: string }> {
  const workDir = join(folder, `work-${(runs += 1)}`);
  await mkdir(workDir);
  const { signal } = new AbortController();
  const result = await processFile({ tools, input, workDir, signal, threads: 1, onStage: () => {}, ...more });
  return { ...result, out: join(workDir, 'out') };
}

/** Runs ffmpeg and returns its output. */
const output = async (...args: string[]): Promise<Buffer> =>
  (await execute('ffmpeg', ['-v', 'error', ...args, '-'], { encoding: 'buffer', maxBuffer: 2 ** 28 })).stdout;

const RATE = 48_000;
/** The beeps of a file: their start in seconds, and their peak on the left and the right. */
async function beeps(path: string): Promise<{ at: number; left: number; right: number }[]> {
  const bytes = await output('-i', path, '-f', 'f32le', '-ac', '2', '-ar', String(RATE));
  const samples = new Float32Array(new Uint8Array(bytes).buffer);
  const found: { at: number; left: number; right: number; end: number }[] = [];
  for (let n = 0; n < samples.length; n += 2) {
    const [left = 0, right = 0] = [samples[n], samples[n + 1]].map((one) => Math.abs(one ?? 0));
    if (Math.max(left, right) < 0.1) continue;
    const at = n / 2 / RATE;
    const last = found.at(-1);
    if (last !== undefined && at - last.end < 0.3)
      Object.assign(last, { end: at, left: Math.max(last.left, left), right: Math.max(last.right, right) });
    else found.push({ at, left, right, end: at });
  }
  return found;
}

/** Makes three seconds of sound with a beep at each full second. */
const beeping = (name: string, rate: number, channels: 1 | 2, codec: string): Promise<string> =>
  make(
    folder,
    name,
    `-f lavfi -i aevalsrc=lt(mod(t\\,1)\\,0.05)*0.5*sin(2*PI*1000*t):s=${rate}:d=3 -af ${channels === 2 ? 'pan=stereo|c0=c0|c1=c0' : 'anull'} ${codec}`,
  );
const MP3 = '-c:a libmp3lame -b:a 128k -id3v2_version 0 -write_xing 0';
const joined = async (name: string, parts: readonly string[]): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))));
  return path;
};

/** The tolerance for positions, in seconds per MP3, because encoders add padding. */
const SILENCE = 0.08;

describe('sound whose format changes midway', () => {
  let stereo: string;
  let mono: string;
  let slow: string;
  beforeAll(async () => {
    [stereo, mono, slow] = await Promise.all([
      beeping('stereo.mp3', 44_100, 2, MP3),
      beeping('mono.mp3', 44_100, 1, MP3),
      beeping('slow.mp3', 22_050, 1, MP3),
    ]);
  });

  it.each([
    ['stereo, then mono', () => [stereo, mono]],
    ['mono, then stereo', () => [mono, stereo]],
    ['another sample rate', () => [stereo, slow]],
    ['many changes of both', () => [slow, stereo, mono, slow, stereo, mono]],
  ])('keeps length, positions and loudness of a song: %s', async (_, parts) => {
    const sources = parts();
    const { kind, duration, outputs, out } = await through(await joined(`${sources.length}.mp3`, sources));
    expect([kind, Math.abs(duration - 3 * sources.length) < SILENCE * sources.length]).toEqual(['song', true]);
    expect(outputs.map(({ role }) => role)).toEqual(['aac', 'opus']);
    for (const { name } of outputs) {
      const heard = await beeps(join(out, name));
      expect(heard).toHaveLength(3 * sources.length);
      for (const [n, { at, left, right }] of heard.entries()) {
        expect(Math.abs(at - n)).toBeLessThan(SILENCE * sources.length);
        for (const side of [left, right]) expect(Math.abs(side - 0.5)).toBeLessThan(0.06);
      }
    }
  });

  it('becomes one song in chained Ogg files', async () => {
    const parts = await Promise.all([
      beeping('one.ogg', 44_100, 2, '-c:a libvorbis'),
      beeping('two.ogg', 48_000, 1, '-c:a libvorbis'),
    ]);
    const { duration, out, outputs } = await through(await joined('chain.ogg', parts));
    expect(Math.abs(duration - 6)).toBeLessThan(0.1);
    expect((await beeps(join(out, outputs[0]!.name))).map(({ at }) => Math.round(at))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each([
    ['mp4', 0],
    ['mp4', 0.5],
    ['mkv', 0.5],
    ['ts', 0.5],
  ])('stays in sync with the picture (%s), also if it starts %s s later', async (ending, late) => {
    const picture = await make(
      folder,
      `${ending}${late}.mp4`,
      `${PICTURE('320x180', 25, 7)} -c:v libx264 -preset ultrafast`,
    );
    const sound = await joined(`${ending}${late}.mp3`, [stereo, mono]);
    const mux = `-i ${picture} -itsoffset ${late} -i ${sound} -map 0:v -map 1:a -c copy`;
    const { duration, out, outputs } = await through(await make(folder, `changing-${late}.${ending}`, mux));
    expect(Math.abs(duration - 7)).toBeLessThan(0.1);
    const length = outputs.find(({ name }) => name === 'audio.m3u8')?.duration ?? 0;
    expect(Math.abs(length - 6 - late)).toBeLessThan(2 * SILENCE);
    const heard = (await beeps(join(out, 'audio.m3u8'))).map(({ at }) => at);
    expect(heard).toHaveLength(6);
    for (const [n, at] of heard.entries()) expect(Math.abs(at - n - late)).toBeLessThan(2 * SILENCE);
  });
});

describe('a picture whose size changes midway', () => {
  /** Makes a video with one white second in each of these sizes. */
  const changing = async (name: string, sizes: readonly string[]): Promise<string> => {
    const parts = await Promise.all(
      sizes.map((size, n) =>
        make(
          folder,
          `${name}-${n}.ts`,
          `-f lavfi -i color=white:s=${size}:r=25:d=1 -c:v libx264 -preset ultrafast -bf 0`,
        ),
      ),
    );
    return joined(`${name}.ts`, parts);
  };
  /** Whether a frame is white in the middle, at the left edge and at the top edge. */
  const lumaAt = async (path: string, second: number, { width = 0, height = 0 }) => {
    const bytes = await output(
      '-i',
      path,
      '-ss',
      String(second),
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
    );
    const at = (x: number, y: number) => (bytes[y * width + x] ?? 0) > 128;
    return { middle: at(width / 2, height / 2), left: at(1, height / 2), top: at(width / 2, 1) };
  };

  it('gets the ladder of its largest size and keeps its length', async () => {
    const sizes = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? '160x90' : '640x360'));
    const { width, height, duration, outputs, out, sprite } = await through(await changing('grows', sizes));
    expect([width, height]).toEqual([640, 360]);
    expect(Math.abs(duration - 8)).toBeLessThan(0.1);
    const renditions = outputs.filter(({ name }) => /^v.*\.m3u8$/.test(name));
    expect(renditions.length).toBeGreaterThan(0);
    for (const { name, width: wide, height: high, duration: seconds } of renditions) {
      expect(Math.abs((seconds ?? 0) - 8)).toBeLessThan(0.1);
      for (const second of [0.5, 1.5, 7.5])
        expect(await lumaAt(join(out, name), second, { width: wide ?? 0, height: high ?? 0 })).toEqual({
          middle: true,
          left: true,
          top: true,
        });
    }
    expect(sprite?.count).toBe(8);
  });

  it('is letterboxed when its aspect ratio changes', async () => {
    const { width, height, outputs, out } = await through(await changing('turns', ['640x360', '180x320']));
    expect([width, height]).toEqual([640, 360]);
    const { name } = outputs.find((one) => one.width === 640 && one.name.endsWith('.m3u8'))!;
    const size = { width: 640, height: 360 };
    expect(await lumaAt(join(out, name), 0.5, size)).toEqual({ middle: true, left: true, top: true });
    expect(await lumaAt(join(out, name), 1.5, size)).toEqual({ middle: true, left: false, top: true });
  });

  it.each([90, 180, 270])('is turned upright before and after each change of its size: %s degrees', async (degrees) => {
    const marked = (size: string) =>
      make(
        folder,
        `turned-${degrees}-${size}.webm`,
        `-f lavfi -i color=black:s=${size}:r=25:d=1,drawbox=w=iw/4:h=ih/4:c=white:t=fill -c:v libvpx-vp9 -deadline realtime -cpu-used 8`,
      );
    const list = join(folder, `turned-${degrees}.txt`);
    const parts = await Promise.all(['160x90', '320x180', '160x90'].map(marked));
    await writeFile(list, parts.map((part) => `file '${part}'\n`).join(''));
    const turned = `-f concat -safe 0 -i ${list} -c copy -metadata:s:v:0 rotate=${degrees}`;
    const { width = 0, height = 0, probe, out } = await through(await make(folder, `turned-${degrees}.mp4`, turned));
    expect([width, height]).toEqual(degrees === 180 ? [320, 180] : [180, 320]);
    expect(probe.picture?.rotation).toBe((360 - degrees) % 360);
    const corners: Record<number, string> = { 90: 'bottom left', 180: 'bottom right', 270: 'top right' };
    for (const second of [0.5, 1.5, 2.5]) {
      const frame = `-ss ${second} -frames:v 1 -f rawvideo -pix_fmt gray`.split(' ');
      const bytes = await output('-i', join(out, 'v180.m3u8'), ...frame);
      const [right, bottom] = [(width ?? 0) - 10, (height ?? 0) - 10];
      const white = Object.entries({
        'top left': [10, 10],
        'top right': [right, 10],
        'bottom left': [10, bottom],
        'bottom right': [right, bottom],
      }).flatMap(([corner, [x = 0, y = 0]]) => ((bytes[y * (width ?? 0) + x] ?? 0) > 128 ? [corner] : []));
      expect([second, white]).toEqual([second, [corners[degrees]]]);
    }
  });

  it.each([
    { of: 'the smaller size', first: ['360x288', '64/45'], second: ['640x360', '1'], largest: [640, 360] },
    // Its pixels are twice as wide as high.
    { of: 'the larger size', first: ['640x360', '1'], second: ['512x576', '2'], largest: [1024, 576] },
  ])('keeps its shape where pixels of $of are not square', async ({ of, first, second, largest }) => {
    const part = (n: number, [size = '', sar = '']: string[]) =>
      make(folder, `${of}-${n}.ts`, `-f lavfi -i color=white:s=${size}:r=25:d=1,setsar=${sar} -c:v mpeg2video -b:v 2M`);
    const { width, height, out } = await through(
      await joined(`${of}.ts`, await Promise.all([part(1, first), part(2, second)])),
    );
    expect([width, height]).toEqual(largest);
    for (const time of [0.5, 1.5])
      expect(await lumaAt(join(out, `v${height}.m3u8`), time, { width: width ?? 0, height: height ?? 0 })).toEqual({
        middle: true,
        left: true,
        top: true,
      });
  });

  it('is judged again by its largest size', async () => {
    const judged: number[] = [];
    const input = await changing('judged', ['64x36', '640x360']);
    const judge = ({ picture }: Probe) => {
      judged.push(picture?.width ?? 0);
      if ((picture?.width ?? 0) > 64) throw new ProcessingError('too-long', 'too much of it');
      return { seconds: 100, cpuSeconds: 100 };
    };
    await expect(through(input, { judge })).rejects.toMatchObject({ code: 'too-long' });
    expect(judged).toEqual([64, 640]);
  });

  it('works in a clip that is too short for HLS, with sound that changes', async () => {
    const short = (name: string, channels: number) =>
      make(folder, name, `-f lavfi -i sine=d=0.4 -ac ${channels} ${MP3}`);
    const sound = await joined('short.mp3', await Promise.all([short('short-1.mp3', 2), short('short-2.mp3', 1)]));
    const picture = PICTURE('160x90', 25, 0.8);
    const input = await make(folder, 'short.mkv', `${picture} -i ${sound} -map 0 -map 1 -c:v libx264 -c:a copy`);
    const { outputs } = await through(input);
    expect(outputs.map(({ name }) => name)).toContain('clip.mp4');
  });

  it('works together with sound that changes as well', async () => {
    const picture = await changing('both', ['160x90', '320x180', '160x90', '320x180', '160x90', '320x180']);
    const parts = await Promise.all([beeping('both-1.mp3', 44_100, 2, MP3), beeping('both-2.mp3', 44_100, 1, MP3)]);
    const sound = await joined('both.mp3', parts);
    const input = await make(folder, 'both-all.ts', `-i ${picture} -i ${sound} -map 0:v -map 1:a -c copy`);
    const { width, duration, out } = await through(input);
    expect([width, Math.abs(duration - 6) < 2 * SILENCE]).toEqual([320, true]);
    expect(await beeps(join(out, 'audio.m3u8'))).toHaveLength(6);
  });
});

it('a change is detected in the lines of filters, not in lines that quote the file’s tags', () => {
  const entrance = (format: string) => `[graph_0_in_0_1 @ 0x55d0] [verbose] tb:1/44100 ${format}`;
  const stereo = 'samplefmt:fltp samplerate:44100 chlayout:stereo';
  const watch = watchEntrances();
  for (const line of [
    entrance(stereo),
    entrance(stereo),
    `    title           : ${entrance('samplefmt:s16 samplerate:8000 chlayout:mono')}`,
    '[graph 0 input from stream 0:0 @ 0x55d1] [verbose] w:160 h:90 pixfmt:yuv420p tb:1/1000 fr:25/1 sar:1/1',
    '[other @ 0x55d1] [verbose] w:320 h:180 pixfmt:yuv420p tb:1/1000 fr:25/1 sar:1/1',
  ])
    watch(line);
  expect(() => watch(entrance('samplefmt:fltp samplerate:44100 chlayout:mono'))).toThrow(
    expect.objectContaining({ code: 'changes-midway', what: 'sound' }),
  );
});
