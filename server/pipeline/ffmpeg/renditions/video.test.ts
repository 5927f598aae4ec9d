import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, parsePlaylist } from './hls.ts';
import { MUSIC, PICTURE, make, newFolder } from '../../../testkit/make-files.ts';
import type { Playable } from './outputs.ts';
import { type Result, processFile } from '../process.ts';
import { measure } from '../run/collect.ts';
import { type Tools, findTools } from '../run/tools.ts';
import { splitArgs } from '../run/split-args.ts';

const execute = promisify(execFile);
let folder: string;
let tools: Tools;
beforeAll(async () => {
  [folder, tools] = await Promise.all([newFolder(), findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })]);
});
afterAll(() => rm(folder, { recursive: true }));

interface Processed extends Result {
  out: string;
  playable: Playable[];
  /** The files in the folder when the first rendition could be played. */
  early: string[];
  /** Percents that were reported by then. */
  percents: number[];
}

let runs = 0;
async function through(input: string): Promise<Processed> {
  const workDir = join(folder, `work-${(runs += 1)}`);
  const out = join(workDir, 'out');
  await mkdir(workDir);
  const playable: Playable[] = [];
  let early: string[] = [];
  const progress: number[] = [];
  let percents: number[] = [];
  const result = await processFile({
    tools,
    input,
    workDir,
    signal: new AbortController().signal,
    threads: 2,
    onStage: (_stage, percent) => progress.push(percent),
    onPlayable: async (partial) => {
      playable.push(partial);
      percents = [...progress];
      early = await readdir(out);
    },
  });
  return { ...result, out, playable, early, percents };
}

const sizesOf = (result: Result): string[] =>
  result.outputs.filter(({ role }) => role === 'hls-rendition').map(({ width, height }) => `${width}x${height}`);

/** The mean colour of the picture at a time of a video (seconds). */
async function colourAt(path: string, seconds: number): Promise<[number, number, number]> {
  const { stdout } = await execute(
    'ffmpeg',
    ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  const { channels } = await sharp(stdout).stats();
  return [channels[0]?.mean ?? 0, channels[1]?.mean ?? 0, channels[2]?.mean ?? 0];
}

const CLIP = `${PICTURE('1280x720', 25, 5)} ${MUSIC(5)} -c:v libx264 -preset ultrafast -shortest`;

describe('a video', () => {
  it('becomes a ladder that never exceeds the source, playable before it is done', async () => {
    const result = await through(await make(folder, 'clip.mp4', CLIP));
    expect(result).toMatchObject({ kind: 'video', width: 1280, height: 720, poster: 'poster.jpg' });
    expect(Math.abs(result.duration - 5)).toBeLessThan(0.1);
    expect(sizesOf(result)).toEqual(['1280x720', '854x480', '640x360']);

    expect(result.playable).toHaveLength(1);
    const [partial] = result.playable;
    expect(partial?.outputs.map(({ role }) => role).toSorted()).toEqual(
      ['hls-audio', 'hls-master', 'hls-playlist', 'hls-playlist', 'hls-rendition'].toSorted(),
    );
    expect(result.early).toContain('v360.mp4');
    expect(result.early).not.toContain('master.m3u8');
    for (const { name, bytes, sha256 } of [...(partial?.outputs ?? []), ...result.outputs])
      expect(await measure(result.out, name), name).toEqual({ bytes, sha256 });

    const master = await readFile(join(result.out, 'master.m3u8'), 'utf8');
    expect(master.match(/RESOLUTION=\d+x\d+/g)).toEqual([
      'RESOLUTION=1280x720',
      'RESOLUTION=854x480',
      'RESOLUTION=640x360',
    ]);
    expect(master).toMatch(/CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"/);
    expect(master).not.toMatch(/https?:|file:|^\//m);
    expect(result.loudness?.integratedLufs).toBeLessThan(-5);
    expect(result.peaks).toHaveLength(800);
  });

  it('has segments with aligned keyframes whose ranges end where the file ends', async () => {
    const result = await through(
      await make(folder, 'long.mp4', `${PICTURE('640x480', 15, 10)} -c:v libx264 -preset ultrafast`),
    );
    const starts: string[] = [];
    for (const { name, bytes } of result.outputs.filter(({ role }) => role === 'hls-rendition')) {
      const playlist = parsePlaylist(await readFile(join(result.out, name.replace('.mp4', '.m3u8')), 'utf8'));
      expect(endOf(playlist)).toBe(bytes);
      starts.push(playlist.segments.map(({ seconds }) => seconds.toFixed(2)).join());
    }
    expect(starts).toEqual(['2.00,4.00,4.00', '2.00,4.00,4.00']);
  });

  it.each([
    ['with a song', `${MUSIC(20)} -shortest`, 20],
    ['silent', '', 20],
  ])('includes slides that change every four seconds: %s', async (name, sound, seconds) => {
    const slides = `-f lavfi -i testsrc2=s=320x180:r=1/4:d=${seconds} ${sound} -c:v libx264 -preset ultrafast`;
    const result = await through(await make(folder, `slides ${name}.mp4`, slides));
    expect([result.kind, sizesOf(result)]).toEqual(['video', ['320x180']]);
    for (const { duration, role } of result.outputs)
      if (role === 'hls-rendition') expect(Math.abs((duration ?? 0) - seconds)).toBeLessThan(0.2);
  });

  it('works without sound', async () => {
    const result = await through(await make(folder, 'mute.mp4', `${PICTURE('320x240', 15, 3)} -c:v libx264`));
    expect(result).toMatchObject({ loudness: null, peaks: null, report: null });
    expect(result.outputs.some(({ role }) => role === 'hls-audio')).toBe(false);
    const master = await readFile(join(result.out, 'master.m3u8'), 'utf8');
    expect(master).not.toContain('AUDIO');
    expect(sizesOf(result)).toEqual(['320x240']);
  });

  it('is turned upright when the file is marked as rotated', async () => {
    const flat = await make(folder, 'flat.mp4', `${PICTURE('640x360', 25, 2)} -c:v libx264 -preset ultrafast`);
    const input = await make(folder, 'turned.mp4', `-i ${flat} -c copy -metadata:s:v rotate=90`);
    const result = await through(input);
    expect(result.probe.picture).toMatchObject({ width: 360, height: 640 });
    expect(sizesOf(result)).toEqual(['360x640']);
    const { width, height } = await sharp(join(result.out, 'poster.jpg')).metadata();
    expect([width, height]).toEqual([360, 640]);
  });

  it('gets whole pictures if its own are interlaced', async () => {
    const input = await make(
      folder,
      'interlaced.mp4',
      `${PICTURE('320x240', 50, 3)} -vf tinterlace=interleave_top,setfield=tff -c:v libx264 -flags +ilme+ildct -x264opts tff=1`,
    );
    const combed = async (path: string): Promise<number> => {
      const { stderr } = await execute('ffmpeg', [
        ...splitArgs('-hide_banner -i'),
        path,
        ...splitArgs('-vf idet -f null -'),
      ]);
      return Number(/Multi frame detection: TFF:\s*(\d+)/.exec(stderr)?.[1]);
    };
    expect(await combed(input)).toBeGreaterThan(70);
    const result = await through(input);
    expect(result.probe.picture?.interlaced).toBe(true);
    expect(await combed(join(result.out, 'v240.mp4'))).toBeLessThan(20);
  });

  it('is converted from odd sides, other chroma and ten bits to a picture that browsers play', async () => {
    const input = await make(
      folder,
      'odd.mkv',
      `${PICTURE('321x241', 24, 2)} -c:v libx264 -pix_fmt yuv444p10le -preset ultrafast`,
    );
    const result = await through(input);
    expect(sizesOf(result)).toEqual(['320x240']);
    const { stdout } = await execute('ffprobe', [
      ...splitArgs('-v error -show_entries stream=pix_fmt,profile -of csv=p=0'),
      join(result.out, 'v240.mp4'),
    ]);
    expect(stdout.trim()).toBe('High,yuv420p');
  });

  it('gets a constant rate and keeps its end if its own rate is variable', async () => {
    const input = await make(
      folder,
      'variable.mp4',
      PICTURE('320x240', 30, 6),
      '-vf',
      "select='lt(t,3)+not(mod(n,5))'",
      ...splitArgs('-fps_mode vfr -c:v libx264'),
    );
    const result = await through(input);
    expect(Math.abs(result.duration - 6)).toBeLessThan(0.25);
    const rendition = result.outputs.find(({ role }) => role === 'hls-rendition');
    expect(Math.abs((rendition?.duration ?? 0) - 6)).toBeLessThan(0.25);
  });

  it('offers one progressive file when it is too short for HLS', async () => {
    const input = await make(folder, 'short.mp4', `${PICTURE('320x240', 25, 0.6)} ${MUSIC(0.6)} -c:v libx264`);
    const result = await through(input);
    const clip = result.outputs.find(({ role }) => role === 'mp4');
    expect(clip).toMatchObject({ name: 'clip.mp4', mime: 'video/mp4', width: 320, height: 240 });
    expect(clip?.codecs).toMatch(/^avc1\.\w{6},mp4a\.40\.2$/);
    const bytes = await readFile(join(result.out, 'clip.mp4'));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('reports its progress while its first rendition is being made', async () => {
    const { percents } = await through(
      await make(folder, 'minutes.mp4', `${PICTURE('426x240', 25, 90)} -c:v libx264 -preset ultrafast`),
    );
    expect(new Set(percents).size).toBeGreaterThan(2);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
  });

  it.each([
    ['one rendition', 'black.mp4', '320x240', ''],
    [
      'several renditions, without a label for colours',
      'black-hd.mp4',
      '1280x720',
      '-bsf:v h264_metadata=matrix_coefficients=2',
    ],
    ['no declared length', 'black.mkv', '1280x720', '-live 1'],
  ])('has a poster that skips its black opening: %s', async (_, name, size, flags) => {
    const source = `color=0x20c040:s=${size}:r=10:d=9,format=rgb24,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`;
    const input = await make(
      folder,
      name,
      `-f lavfi -i color=black:s=${size}:r=10:d=0.5,format=yuv420p -f lavfi -i ${source} -filter_complex [0][1]concat=n=2:v=1 -c:v libx264 -preset ultrafast -colorspace bt709 ${flags}`,
    );
    const result = await through(input);
    const { channels } = await sharp(join(result.out, 'poster.jpg')).stats();
    for (const [at, expected] of [0x20, 0xc0, 0x40].entries())
      expect(Math.abs((channels[at]?.mean ?? 0) - expected), `channel ${at}`).toBeLessThan(8);
  });

  // The same colour in the matrix of each kind of source (ITU-R BT.601 and BT.709), with its label and without.
  it.each([
    ['small, unlabelled', '640x360', 'bt601', 2],
    ['small, BT.601', '640x360', 'bt601', 6],
    ['small, BT.709', '640x360', 'bt709', 1],
    ['large, unlabelled', '1280x720', 'bt709', 2],
    ['large, BT.601', '1280x720', 'bt601', 6],
  ])('keeps its colours: %s', async (name, size, matrix, label) => {
    const source = `color=0x20c040:s=${size}:r=10:d=2,format=rgb24,scale=out_color_matrix=${matrix}:out_range=tv,format=yuv420p`;
    const input = await make(
      folder,
      `${name}.mp4`,
      `-f lavfi -i ${source} -c:v libx264 -preset ultrafast -bsf:v h264_metadata=matrix_coefficients=${label}`,
    );
    const result = await through(input);
    const cell = await sharp(join(result.out, 'sprite.jpg'))
      .extract({ left: 0, top: 0, width: 160, height: 90 })
      .toBuffer();
    const seen = {
      rendition: await colourAt(join(result.out, 'v360.mp4'), 0.5),
      sprite: (await sharp(cell).stats()).channels.map(({ mean }) => mean),
    };
    for (const [where, colour] of Object.entries(seen))
      for (const [at, expected] of [0x20, 0xc0, 0x40].entries())
        expect(Math.abs((colour[at] ?? 0) - expected), `${where}, channel ${at}`).toBeLessThan(8);
  });

  it('has a sprite with the colour of each second in its cell', async () => {
    const input = await make(
      folder,
      'colours.mp4',
      '-f lavfi -i color=red:s=320x180:r=25:d=2 -f lavfi -i color=blue:s=320x180:r=25:d=2 -filter_complex [0][1]concat=n=2:v=1 -c:v libx264 -preset ultrafast',
    );
    const result = await through(input);
    expect(result.sprite).toEqual({
      name: 'sprite.jpg',
      interval: 1,
      columns: 10,
      rows: 10,
      width: 160,
      height: 90,
      count: 4,
    });
    const cell = async (at: number): Promise<number[]> => {
      const cut = await sharp(join(result.out, 'sprite.jpg'))
        .extract({ left: at * 160, top: 0, width: 160, height: 90 })
        .toBuffer();
      return (await sharp(cut).stats()).channels.map(({ mean }) => mean);
    };
    expect((await cell(0))[0]).toBeGreaterThan(200);
    expect((await cell(3))[2]).toBeGreaterThan(200);
    const [red] = await colourAt(join(result.out, 'v180.mp4'), 0.5);
    expect(red).toBeGreaterThan(200);
  });

  it.each([
    ['one frame of MP4', 'still.mp4', PICTURE('320x240', 25, 0.04), 4],
    ['a part of Matroska', 'longer.mkv', PICTURE('320x240', 25, 2), 4],
    ['a part that begins later', 'later.mov', `-itsoffset 1 ${PICTURE('320x240', 25, 1)}`, 4],
  ])('holds a picture that ends before its sound: %s', async (_what, name, picture, seconds) => {
    const input = await make(
      folder,
      name,
      `${picture} ${MUSIC(seconds)} -map 0 -map 1 -c:v libx264 -preset ultrafast -c:a aac`,
    );
    const { outputs } = await through(input);
    const durations = outputs
      .filter(({ role }) => role === 'hls-audio' || role === 'hls-rendition')
      .map(({ duration }) => duration ?? 0);
    expect(durations).toHaveLength(2);
    for (const duration of durations) expect(Math.abs(duration - seconds)).toBeLessThan(0.1);
  });

  it('has no tiny last segment, which players would skip, if its length is a multiple of a segment', async () => {
    const line = `${PICTURE('320x240', 25, 4)} ${MUSIC(4)} -c:v libx264 -preset ultrafast -c:a aac`;
    const { out, outputs } = await through(await make(folder, 'whole-segments.mp4', line));
    const { segments } = parsePlaylist(await readFile(join(out, 'audio.m3u8'), 'utf8'));
    expect(segments.map(({ seconds }) => Math.round(seconds * 10) / 10)).toEqual([2, 2]);
    const list = outputs.find(({ name }) => name === 'audio.m3u8');
    expect(list).toMatchObject(await measure(out, 'audio.m3u8'));
  });

  it('is as long as its picture if that outlasts the sound', async () => {
    const line = `${PICTURE('320x240', 25, 4)} ${MUSIC(2)} -c:v libx264 -preset ultrafast -c:a aac`;
    const { duration, outputs } = await through(await make(folder, 'shorter.mp4', line));
    expect(Math.abs(duration - 4)).toBeLessThan(0.1);
    expect(Math.abs((outputs.find(({ role }) => role === 'hls-audio')?.duration ?? 0) - 2)).toBeLessThan(0.1);
  });

  it('has all renditions on one clock if the sound of a transport stream begins before the picture', async () => {
    const input = await make(
      folder,
      'later.ts',
      `${PICTURE('1280x720', 25, 3)} ${MUSIC(4)} -filter_complex [0]setpts=PTS+0.8/TB[v] -map [v] -map 1 -c:v libx264 -preset ultrafast`,
    );
    const { outputs } = await through(input);
    const durations = outputs.filter(({ role }) => role === 'hls-rendition').map(({ duration }) => duration ?? 0);
    expect(durations).toHaveLength(3);
    for (const duration of durations) expect(duration).toBeCloseTo(3.8, 1);
  });

  it('does not publish a video without its sound when that cannot be decoded', async () => {
    const input = await make(
      folder,
      'broken-sound.mkv',
      `${PICTURE('320x240', 25, 2)} ${MUSIC(2)} -c:v libx264 -c:a flac`,
    );
    const bytes = await readFile(input);
    // Without the sync codes of its frames (14 bits of one and zero), FLAC cannot be decoded.
    const torn = Buffer.from(bytes.toString('latin1').replaceAll('\xff\xf8', '\x00\x00'), 'latin1');
    const path = join(folder, 'torn.mkv');
    await writeFile(path, torn);
    await expect(through(path)).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('refuses a picture larger than 8K before it decodes anything', async () => {
    const input = await make(
      folder,
      'huge.mkv',
      '-f lavfi -i color=s=9000x5000:r=1:d=1 -c:v libx264 -preset ultrafast',
    );
    await expect(through(input)).rejects.toMatchObject({ code: 'too-many-pixels' });
  });

  it('refuses a codec that it does not decode', async () => {
    const input = await make(folder, 'raw.avi', `${PICTURE('64x64', 10, 1)} -c:v magicyuv`);
    await expect(through(input)).rejects.toMatchObject({ code: 'unsupported-codec' });
  });

  it('ignores subtitles', async () => {
    const text = join(folder, 'a.srt');
    await writeFile(text, '1\n00:00:00,000 --> 00:00:01,000\nhello\n');
    const input = await make(folder, 'text.mp4', `${PICTURE('64x64', 10, 1)} -i ${text} -c:v libx264 -c:s mov_text`);
    expect((await through(input)).kind).toBe('video');
  });
});

/** Matrices from linear light in other primaries to BT.709 (ITU-R BT.2087; SMPTE EG 432-1 for P3-D65). */
const TO_USUAL = {
  bt2020: [
    [1.6605, -0.5876, -0.0728],
    [-0.1246, 1.1329, -0.0083],
    [-0.0182, -0.1006, 1.1187],
  ],
  smpte432: [
    [1.2249, -0.2247, 0],
    [-0.042, 1.0419, 0],
    [-0.0197, -0.0786, 1.0979],
  ],
};
/** The transfer function of BT.709, for values from 0 to 1. */
const toLight = (value: number): number => (value < 0.081 ? value / 4.5 : ((value + 0.099) / 1.099) ** (1 / 0.45));
const toValue = (light: number): number => (light < 0.018 ? light * 4.5 : 1.099 * light ** 0.45 - 0.099);

describe('an SDR video with wide primaries', () => {
  it.each([
    ['bt2020', 'bt2020', 'bt2020nc'],
    ['smpte432', 'bt709', 'bt709'],
  ] as const)('is converted to BT.709: %s', async (primaries, matrix, label) => {
    const colour = [0xa0, 0x60, 0x40];
    const source = `color=0xa06040:s=640x360:r=10:d=2,format=rgb24,scale=out_color_matrix=${matrix}:out_range=tv,format=yuv420p`;
    const labels = `-color_primaries ${primaries} -color_trc bt709 -colorspace ${label}`;
    const input = await make(
      folder,
      `${primaries}.mp4`,
      `-f lavfi -i ${source} -c:v libx264 -preset ultrafast ${labels}`,
    );
    const light = colour.map((value) => toLight(value / 255));
    const expected = TO_USUAL[primaries].map(
      (row) =>
        255 *
        toValue(
          Math.min(
            1,
            Math.max(
              0,
              row.reduce((sum, part, at) => sum + part * (light[at] ?? 0), 0),
            ),
          ),
        ),
    );
    const shown = await colourAt(join((await through(input)).out, 'v360.mp4'), 1);
    for (const [at, value] of expected.entries())
      expect(Math.abs((shown[at] ?? 0) - value), `channel ${at}`).toBeLessThan(8);
    // Relabelling alone would keep the original value.
    expect(Math.abs((shown[0] ?? 0) - 0xa0)).toBeGreaterThan(10);
  });
});

describe('a video with a high dynamic range', () => {
  // Grey on the left and red on the right at a picture's usual brightness, as each curve writes it (ITU-R BT.2100), in
  // the wide colours of BT.2020.
  it.each([
    ['HLG', 'arib-std-b67'],
    ['PQ', 'smpte2084'],
  ])('keeps grey grey and red red from %s', async (name, curve) => {
    const picture = '-f lavfi -i color=c=0x808080:s=320x360:r=25:d=2 -f lavfi -i color=c=0x902020:s=320x360:r=25:d=2';
    const tagged = `-color_primaries bt2020 -color_trc ${curve} -colorspace bt2020nc`;
    const result = await through(
      await make(
        folder,
        `${name}.mp4`,
        `${picture} -filter_complex hstack,scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le`,
        ...splitArgs(`-c:v libx264 -preset ultrafast ${tagged}`),
      ),
    );
    expect(result.probe.picture?.hdr).toBe(true);
    const { stdout } = await execute(
      'ffmpeg',
      [
        ...splitArgs('-v error -ss 1 -i'),
        join(result.out, 'v360.mp4'),
        ...splitArgs('-frames:v 1 -c:v png -f image2pipe -'),
      ],
      { encoding: 'buffer', maxBuffer: 2 ** 26 },
    );
    const meanOf = async (left: number): Promise<number[]> => {
      const part = await sharp(stdout).extract({ left, top: 100, width: 160, height: 160 }).png().toBuffer();
      return (await sharp(part).stats()).channels.slice(0, 3).map(({ mean }) => mean);
    };
    const [greyRed = 0, greyGreen = 0, greyBlue = 0] = await meanOf(80);
    expect(Math.max(greyRed, greyGreen, greyBlue) - Math.min(greyRed, greyGreen, greyBlue)).toBeLessThan(12);
    expect(greyGreen).toBeGreaterThan(40);
    expect(greyGreen).toBeLessThan(230);
    const [red = 0, green = 0, blue = 0] = await meanOf(400);
    expect(red).toBeGreaterThan(60);
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  });
});
