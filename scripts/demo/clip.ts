import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { artworkColors } from '../../contract/artwork.ts';
import { Canvas, type Color } from './canvas.ts';
import { type Tags, ffmpeg } from './encode.ts';
import { randomFrom } from './random.ts';
import type { Song } from './synth/song.ts';
import { encodeWav } from './synth/wav.ts';

const FRAME_RATE = 24;

/** What a scene knows of its moment: seconds, 1 on a kick falling to 0, and how loud it is now (0 to 1). */
interface Moment {
  time: number;
  pulse: number;
  level: (secondsAgo: number) => number;
}

type Scene = (canvas: Canvas, moment: Moment) => void;
type SceneMaker = (colors: [Color, Color, Color], width: number, height: number, phase: number) => Scene;

const mixed = (a: Color, b: Color, share: number): Color =>
  [16, 8, 0].reduce(
    (sum, shift) => sum | (Math.round(((a >> shift) & 255) * (1 - share) + ((b >> shift) & 255) * share) << shift),
    0,
  );

const SCENES: SceneMaker[] = [
  function sunAndWaves([ground, ink, other], width, height, phase) {
    const unit = Math.min(width, height);
    return (canvas, { time, pulse }) => {
      canvas.clear(ground);
      canvas.circle(
        width * (0.5 + 0.16 * Math.sin(time * 0.25 + phase)),
        height * 0.4,
        unit * (0.2 + 0.02 * pulse),
        ink,
      );
      const wave = (base: number, rise: number, speed: number) => (x: number) =>
        height * base + unit * rise * Math.sin((x / width) * 7 + time * speed + phase);
      canvas.below(wave(0.66, 0.05, 0.9), other);
      canvas.below(wave(0.8, 0.035, -1.2), mixed(other, ground, 0.55));
      canvas.below(wave(0.91, 0.025, 1.6), ground);
    };
  },
  function rings([ground, ink, other], width, height) {
    const unit = Math.min(width, height);
    return (canvas, { time, pulse }) => {
      canvas.clear(ground);
      for (let i = 7; i >= 0; i--) {
        const grown = ((i + time * 0.6) % 8) / 8;
        const radius = unit * (0.04 + 0.62 * grown);
        const thick = unit * (0.018 + 0.012 * pulse) * (1.2 - grown);
        const x = width / 2 + unit * 0.08 * Math.sin(time * 0.7 + i);
        canvas.circle(
          x,
          height / 2 + unit * 0.06 * Math.cos(time * 0.6 + i * 2),
          radius,
          i % 2 ? ink : other,
          radius - thick,
        );
      }
    };
  },
  function meters([ground, ink, other], width, height) {
    const count = width > height ? 15 : 9;
    const pitch = width / (count + 1);
    return (canvas, { level }) => {
      canvas.clear(ground);
      for (let i = 0; i < count; i++) {
        const now = level(Math.abs(i - (count - 1) / 2) * 0.07);
        const tall = height * (0.06 + 0.66 * now);
        const x = pitch * (i + 1);
        const r = pitch * 0.3;
        const color = i % 2 ? other : ink;
        const top = Math.round((height - tall) / 2);
        for (let y = top; y < height - top; y++) canvas.run(y, x - r, x + r, color);
        canvas.circle(x, top, r, color);
        canvas.circle(x, height - top, r, color);
      }
    };
  },
  function stripes([ground, ink, other], width, height, phase) {
    const gap = Math.max(width, height) / 7;
    return (canvas, { time, pulse }) => {
      canvas.clear(ground);
      const shift = (time * gap * 0.35) % (gap * 2);
      for (let i = -6; i < 12; i++) {
        const thick = gap * (0.36 + 0.16 * Math.sin(i * 2.1 + phase) + 0.08 * pulse);
        for (let y = 0; y < height; y++) {
          const x = i * gap + shift + (height - y) * 0.32;
          canvas.run(y, x, x + thick, i % 2 ? ink : other);
        }
      }
    };
  },
  function orbit([ground, ink, other], width, height, phase) {
    const unit = Math.min(width, height);
    return (canvas, { time, pulse }) => {
      canvas.clear(ground);
      canvas.circle(width / 2, height / 2, unit * (0.13 + 0.03 * pulse), ink);
      for (let i = 0; i < 9; i++) {
        const turn = time * (0.9 - i * 0.07) + i * 0.7 + phase;
        const far = unit * (0.2 + i * 0.035);
        const size = unit * (0.016 + 0.005 * i);
        const aspect = Math.min(1.6, width / height);
        canvas.circle(
          width / 2 + Math.cos(turn) * far * aspect,
          height / 2 + Math.sin(turn) * far,
          size,
          i % 3 ? other : ink,
        );
      }
    };
  },
];

/**
 * Writes a video to `path`: flat shapes that move with `song`, in the colours of the seed's artwork, H.264 and AAC in
 * MP4 at 24 frames a second. The file appears whole or not at all.
 *
 * @param options.silent leaves the sound out
 */
export async function writeClip(
  path: string,
  song: Song,
  options: { ffmpeg: string; seed: string; width: number; height: number; silent?: boolean; tags?: Tags },
): Promise<void> {
  const { seed, width, height, silent = false, tags = {} } = options;
  const random = randomFrom(`clip ${seed}`);
  const colors = artworkColors(seed).map((text) => Number.parseInt(text.slice(1), 16)) as [Color, Color, Color];
  const scene = random.pick(SCENES)(colors, width, height, random.range(0, 6));
  const work = await mkdtemp(join(dirname(path), '.clip-'));
  try {
    const out = join(work, basename(path));
    const wav = join(work, 'sound.wav');
    if (!silent) await writeFile(wav, encodeWav(song, song.sampleRate));
    const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
    const input = `-f rawvideo -pix_fmt rgb0 -s ${width}x${height} -r ${FRAME_RATE} -i pipe:0`;
    const output =
      '-c:v libx264 -preset veryfast -crf 24 -pix_fmt yuv420p -movflags +faststart -fflags +bitexact -f mp4';
    const sound = silent ? ['-map', '0:v'] : ['-i', wav, ...'-map 0:v -map 1:a -c:a aac -b:a 160k'.split(' ')];
    const args = [...input.split(' '), ...sound, ...metadata, ...output.split(' '), `file:${out}`];
    await ffmpeg(options.ffmpeg, args, (write) => draw(scene, song, new Canvas(width, height), write));
    await rename(out, path);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function draw(
  scene: Scene,
  song: Song,
  canvas: Canvas,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const levels = envelope(song);
  const frames = Math.round((song.left.length / song.sampleRate) * FRAME_RATE);
  for (let frame = 0; frame < frames; frame++) {
    const time = frame / FRAME_RATE;
    const last = song.kicks.findLast((kick) => kick <= time);
    const pulse = last === undefined ? 0 : Math.exp(-(time - last) * 7);
    scene(canvas, { time, pulse, level: (ago) => levels[Math.max(0, Math.round((time - ago) * FRAME_RATE))] ?? 0 });
    await write(canvas.bytes);
  }
}

/** How loud each frame is, 0 to 1 of the loudest. */
function envelope({ left, sampleRate }: Song): number[] {
  const size = Math.round(sampleRate / FRAME_RATE);
  const powers: number[] = [];
  for (let start = 0; start < left.length; start += size) {
    let sum = 0;
    for (let i = start; i < Math.min(left.length, start + size); i++) sum += left[i]! * left[i]!;
    powers.push(Math.sqrt(sum / size));
  }
  const most = Math.max(...powers, 1e-6);
  return powers.map((power) => power / most);
}
