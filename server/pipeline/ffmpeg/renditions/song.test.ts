import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../../scripts/patience.ts';
import { flacOf32Bits } from '../../../../fixtures/flac.ts';
import { MUSIC, make, newFolder } from '../../../testkit/make-files.ts';
import type { Playable } from './outputs.ts';
import { type Result, processFile } from '../process.ts';
import type { ProcessStage } from '../stages.ts';
import { deliveredRate, planSong } from './song-plan.ts';
import type { Sandbox } from '../run/sandbox.ts';
import { measure } from '../run/collect.ts';
import { type Tools, findTools } from '../run/tools.ts';
import { verify } from '../checks/verify.ts';

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
  const signal = new AbortController().signal;
  const result = await processFile({ tools, input, workDir, signal, threads: 1, onStage: () => {}, ...more });
  return { ...result, out: join(workDir, 'out') };
}

/** Samples of the first channel, decoded by ffmpeg. */
async function samples(path: string): Promise<Float32Array> {
  const { stdout } = await execute('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  });
  return new Float32Array(new Uint8Array(stdout).buffer);
}

describe('a song', () => {
  it('becomes AAC in MP4 with its index in front, and Opus in WebM, both as long as the source', async () => {
    const input = await make(folder, 'song.flac', MUSIC(4), '-metadata', 'title=Ember');
    const stages: [ProcessStage, number][] = [];
    const result = await through(input, { onStage: (stage, progress) => stages.push([stage, progress]) });
    expect(result).toMatchObject({ kind: 'song', duration: 4, width: null, poster: null, sprite: null });
    expect(result.outputs.map(({ role, mime, codecs }) => [role, mime, codecs])).toEqual([
      ['aac', 'audio/mp4', 'mp4a.40.2'],
      ['opus', 'audio/webm', 'opus'],
    ]);
    for (const output of result.outputs) {
      expect(Math.abs((output.duration ?? 0) - 4)).toBeLessThan(0.1);
      expect(await measure(result.out, output.name)).toEqual({ bytes: output.bytes, sha256: output.sha256 });
      const sound = await samples(join(result.out, output.name));
      expect(Math.max(...sound.slice(20_000, 40_000))).toBeGreaterThan(0.2);
    }
    const mp4 = await readFile(join(result.out, 'song.m4a'));
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'));
    expect(await readdir(result.out)).toEqual(['song.m4a', 'song.webm']);
    expect(result.tags.title).toBe('Ember');
    expect(mp4.includes('Ember')).toBe(false);
    expect(stages[0]).toEqual(['transcoding', 5]);
    expect(stages.at(-1)?.[0]).toBe('finishing');
    const progress = stages.map(([, percent]) => percent);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(result.peaks).toHaveLength(800);
    expect(result.report).toMatchObject({ clippedRuns: 0, monoAsStereo: false, leadingSilence: 0 });
  });

  it('can be played as AAC, complete and checked, before its Opus is done', async () => {
    const input = await make(folder, 'first.flac', MUSIC(4));
    const announced: Playable[] = [];
    let ended = false;
    const result = await through(input, {
      onPlayable: async (playable) => {
        expect(ended).toBe(false);
        announced.push(playable);
      },
    }).finally(() => (ended = true));
    const [aac] = result.outputs;
    expect(aac?.role).toBe('aac');
    expect(announced).toEqual([
      { kind: 'song', width: null, height: null, duration: 4, loudness: result.loudness, outputs: [aac] },
    ]);
  });

  it('is the same byte for byte when it is converted twice', async () => {
    const input = await make(folder, 'twice.wav', MUSIC(2));
    const [one, two] = [await through(input), await through(input)];
    expect(one.outputs.map(({ sha256 }) => sha256)).toEqual(two.outputs.map(({ sha256 }) => sha256));
  });

  it.each([
    ['mono.wav', '-ac 1'],
    ['surround.flac', '-ac 6'],
    ['high.flac', '-ar 96000'],
    ['low.mp3', '-ar 11025 -ac 1'],
    ['strange.wav', '-ar 37800'],
    ['cover.mp3', ''],
  ])('%s keeps its whole length', async (name, args) => {
    const input = await make(folder, name, `${MUSIC(3)} ${args}`);
    const { duration, kind } = await through(input);
    expect(kind).toBe('song');
    expect(Math.abs(duration - 3)).toBeLessThan(0.06);
  });

  it('keeps the level of a mono file on both sides', async () => {
    const input = await make(folder, 'level.wav', '-f lavfi -i sine=frequency=440:duration=2,volume=18dB -ac 1');
    const { loudness } = await through(input);
    expect(Math.abs((loudness?.truePeakDbtp ?? -99) - 0)).toBeLessThan(0.3);
  });

  it('treats a cover as a cover and not as a video', async () => {
    const picture = await make(folder, 'cover.png', '-f lavfi -i color=red:s=500x500 -frames:v 1');
    const sound = await make(folder, 'plain.mp3', MUSIC(1));
    const input = await make(
      folder,
      'covered.mp3',
      `-i ${sound} -i ${picture} -map 0 -map 1 -c copy -disposition:v attached_pic`,
    );
    const result = await through(input);
    expect(result.kind).toBe('song');
    expect(result.tags.cover?.mime).toBe('image/png');
  });

  it('is judged by its bytes, regardless of its name', async () => {
    const flac = await make(folder, 'real.flac', MUSIC(1));
    const disguised = join(folder, 'holiday.jpg');
    await copyFile(flac, disguised);
    expect((await through(disguised)).probe.demuxer).toBe('flac');
  });

  it('plays the rest of a file that was cut off', async () => {
    const whole = await make(folder, 'cut.flac', MUSIC(4));
    await truncate(whole, Math.floor((await readFile(whole)).length * 0.6));
    const { duration, probe } = await through(whole);
    expect(probe.duration).toBeCloseTo(4, 2);
    expect(duration).toBeGreaterThan(1.5);
    expect(duration).toBeLessThan(3);
  });

  it('takes its timestamps from its samples if those of the file repeat', async () => {
    const whole = await readFile(await make(folder, 'steady.m4a', `${MUSIC(6)} -c:a aac`));
    // The table of times has two entries: for all packets but the last, and for the last. The changed one gives the
    // second half no time.
    const table = whole.indexOf('stts') + 8;
    const packets = whole.readUInt32BE(table + 4) + 1;
    expect([whole.readUInt32BE(table), whole.readUInt32BE(table + 8)]).toEqual([2, 1024]);
    const half = Math.floor(packets / 2);
    for (const [at, value] of [half, 1024, packets - half, 0].entries()) whole.writeUInt32BE(value, table + 4 + at * 4);
    const input = join(folder, 'repeats.m4a');
    await writeFile(input, whole);
    const { duration, outputs } = await through(input);
    expect(Math.abs(duration - 6)).toBeLessThan(0.06);
    for (const output of outputs) expect(Math.abs((output.duration ?? 0) - 6)).toBeLessThan(0.1);
  });

  it('is converted from 32-bit samples if ffmpeg can, and otherwise refused with advice for the export', async () => {
    const input = join(folder, 'deep.flac');
    await writeFile(input, flacOf32Bits(5));
    const result = await through(input).catch((error: unknown) => error);
    if ((await samples(input)).length > 0) expect(result).toMatchObject({ kind: 'song', duration: 5 });
    else
      expect(result).toMatchObject({
        code: 'too-many-bits',
        isRetryable: false,
        message:
          'This file has 32 bits per sample, which we cannot read. Export it with 24 or 16 bits per sample, or as MP3, and upload that.',
      });
  });

  it('is refused as damaged, not as too short, if it states its duration but has no sound', async () => {
    const whole = await readFile(await make(folder, 'hollow.flac', MUSIC(4)));
    const input = join(folder, 'hollow.flac');
    await writeFile(input, whole.fill(0, 500));
    await expect(through(input)).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('stops a recording that is longer than allowed', async () => {
    const input = await make(folder, 'long.flac', '-f lavfi -i anullsrc=d=100');
    const judge = () => ({ seconds: 60, cpuSeconds: 3600, tooLong: 'A minute is enough.' });
    await expect(through(input, { judge })).rejects.toMatchObject({
      code: 'too-long',
      message: 'A minute is enough.',
      isRetryable: false,
    });
  });

  it('is read by a separate system account if we are root, and its output belongs to us', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('decoders get accounts of their own from root, and this run is not root');
    const input = await make(folder, 'private.flac', MUSIC(1));
    await chmod(input, 0o600);
    const sandbox: Sandbox = {
      prlimit: true,
      wholeFolder: false,
      isolation: { kind: 'none', setpriv: true },
      ownAccount: true,
    };
    const result = await through(input, { tools: { ...tools, sandbox } });
    expect(result.duration).toBe(1);
    for (const folder of ['out', 'decoding']) expect((await stat(join(result.out, '..', folder))).uid).toBe(0);
    expect((await stat(join(result.out, 'song.m4a'))).uid).toBe(0);
    expect(await readdir(result.out)).toEqual(['song.m4a', 'song.webm']);
  });

  it.each(['0.02', '0.03'])(
    'of %s s is refused as too short, although an MP3 claims more than it plays',
    async (seconds) => {
      const input = await make(folder, `short-${seconds}.mp3`, `-f lavfi -i sine=440:duration=${seconds}`);
      await expect(through(input)).rejects.toMatchObject({ code: 'too-short' });
    },
  );

  it.each([
    ['100 kB of zeros', () => Buffer.alloc(100_000)],
    ['48 kB of words', () => Buffer.from('HTTP/1.1 200 OK\r\n'.repeat(2880))],
  ])('is read behind %s', async (name, before) => {
    const sound = await readFile(await make(folder, 'behind.mp3', `${MUSIC(2)} -id3v2_version 0`));
    const input = join(folder, `behind-${name}.mp3`);
    await writeFile(input, Buffer.concat([before(), sound]));
    const { duration, outputs } = await through(input);
    expect(duration).toBeGreaterThan(1.9);
    expect(duration).toBeLessThan(2.2);
    expect(outputs).toHaveLength(2);
  });

  it('stops when it is aborted', async () => {
    const input = await make(folder, 'stop.flac', MUSIC(60));
    const controller = new AbortController();
    const stopped = through(input, {
      signal: controller.signal,
      onStage: (stage) => stage === 'transcoding' && controller.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted', isRetryable: true });
  });

  it.each([
    ['empty', Buffer.alloc(0), 'empty'],
    ['text', Buffer.from('just words'), 'not-media'],
    ['playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), 'not-media'],
    ['flac-header', Buffer.from('fLaC\x80\0\0\x22', 'latin1'), 'unreadable'],
    [
      'wav-header',
      Buffer.from(
        'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data\0\0\0\0',
        'latin1',
      ),
      'too-short',
    ],
  ])('%s is refused with one sentence about what to do', async (name, bytes, code) => {
    const input = join(folder, `${name}.mp3`);
    await writeFile(input, bytes);
    const failure = await through(input).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ProcessingError', code, isRetryable: false });
    expect((failure as Error).message).toMatch(/^[A-Z].*\.$/);
    expect((failure as Error).message).not.toContain(folder);
  });
});

describe('verify', () => {
  const check = async (name: string, packets: number, duration: number): Promise<number> =>
    verify({
      tools,
      folder: await newFolder(folder),
      out: folder,
      media: await measure(folder, name),
      expected: { name, demuxer: 'mov', streams: [{ packets, rate: 44_100, duration }] },
      signal: new AbortController().signal,
      timeout: patient(60_000),
    });

  async function song(name: string): Promise<{ name: string; packets: number; bytes: Buffer }> {
    const path = await make(folder, name, `${MUSIC(3)} -c:a aac -movflags +faststart`);
    const { stdout } = await execute('ffprobe', [
      '-v',
      'error',
      '-count_packets',
      '-show_entries',
      'stream=nb_read_packets',
      '-of',
      'csv=p=0',
      path,
    ]);
    return { name, packets: Number.parseInt(stdout, 10), bytes: await readFile(path) };
  }

  it('accepts a complete file and returns its seconds', async () => {
    const { name, packets } = await song('whole.m4a');
    expect(await check(name, packets, 3)).toBeCloseTo(3, 1);
  });

  it('finds missing packets, another length, a cut-off end and damaged bytes', async () => {
    const { name, packets, bytes } = await song('damaged.m4a');
    await expect(check(name, packets + 1, 3)).rejects.toMatchObject({ code: 'output-damaged' });
    await expect(check(name, packets, 3.2)).rejects.toMatchObject({ code: 'output-damaged' });
    await writeFile(join(folder, 'short.m4a'), bytes.subarray(0, bytes.length - 5000));
    await expect(check('short.m4a', packets, 3)).rejects.toMatchObject({ code: 'output-damaged' });
    const overwritten = Buffer.from(bytes);
    overwritten.fill(0xff, bytes.length - 9000, bytes.length - 8000);
    await writeFile(join(folder, 'overwritten.m4a'), overwritten);
    await expect(check('overwritten.m4a', packets, 3)).rejects.toMatchObject({ code: 'output-damaged' });
  });
});

describe('planSong', () => {
  it('never uses more than 48 kHz, nor less than the source up to there', () => {
    expect([8000, 22_050, 37_800, 44_100, 48_000, 96_000, 192_000, 4000].map(deliveredRate)).toEqual([
      8000, 22_050, 44_100, 44_100, 48_000, 48_000, 48_000, 8000,
    ]);
  });

  it('doesn’t let a file name become an option or a protocol', () => {
    const sound = { index: 0, codec: 'mp3', sampleRate: 44_100, channels: 2, bits: null, lossless: false, end: null };
    const { firstArgs: args } = planSong({ path: '/x/-i http:a|b.mp3', demuxer: 'mp3', sound, threads: 1 });
    expect(args[args.indexOf('-i') + 1]).toBe('file:/x/-i http:a|b.mp3');
    expect(args.slice(0, args.indexOf('-i')).join(' ')).toContain(
      '-protocol_whitelist file -format_whitelist mp3 -f mp3',
    );
  });
});
