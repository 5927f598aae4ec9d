import { join } from 'node:path';
import sharp from 'sharp';
import { COMMON, encode } from '../run/encode.ts';
import { MAX_IMAGE_BYTES } from '../inspect/sniff-image.ts';
import type { Rung } from './ladder.ts';
import { type Folders, readCollected, collect, readCollectedWhole } from '../run/collect.ts';
import type { Tools } from '../run/tools.ts';
import {
  CELLS_NAME,
  CELLS_OUTPUT,
  POSTER_FILTER,
  POSTER_NAME,
  POSTER_OUTPUT,
  SPRITE_NAME,
  cellsFilter,
  posterStart,
} from './video-plan.ts';
import type { SpriteGrid } from './sprite-grid.ts';
import { splitArgs } from '../run/split-args.ts';

const CAPS = { cpuSeconds: 1800, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 28 };
const TEN_MINUTES = 600_000;

interface PictureJob extends Folders {
  tools: Tools;
  threads: number;
  niceness: number;
  signal: AbortSignal;
  /** Our rendition that the picture is taken from. */
  rung: Rung;
}

/**
 * Decodes the rendition through a filter. ffmpeg gets it from a pipe and cannot seek in it, so the filter has to find
 * the position.
 */
async function draw(job: PictureJob, filter: string, output: string): Promise<void> {
  const { tools, folder, out, signal } = job;
  await encode({
    tools,
    folder,
    signal,
    niceness: job.niceness,
    args: [
      ...COMMON,
      ...splitArgs(`-threads ${job.threads} -protocol_whitelist pipe -f mov -i pipe:0`),
      ...splitArgs(`-map 0:v:0 -vf ${filter} ${output}`),
    ],
    caps: CAPS,
    input: readCollected(out, `v${job.rung.name}.mp4`),
    readable: [],
    timeout: TEN_MINUTES,
  });
}

/** Makes the poster from a rendition, if no command made one or its position was wrong; `duration` is in seconds. */
export async function makePoster(job: PictureJob, duration: number): Promise<void> {
  await draw(job, `trim=start=${posterStart(duration).toFixed(3)},${POSTER_FILTER}`, POSTER_OUTPUT);
}

/** Makes the cells again, if the file claimed a wrong duration and their number is wrong. */
export async function makeCells(job: PictureJob, grid: SpriteGrid): Promise<void> {
  await draw(job, cellsFilter(grid), CELLS_OUTPUT);
}

/** Takes over the poster that one of the commands made. Throws ProcessingError like `collect`. */
export async function collectPoster(folders: Folders): Promise<void> {
  await collect(folders, POSTER_NAME, MAX_IMAGE_BYTES);
}

/** Takes over the cells and puts them into one picture, row by row; missing cells are black. */
export async function tileSprite(folders: Folders, { columns, rows, width, height }: SpriteGrid): Promise<void> {
  const line = width * 3;
  const whole = Buffer.alloc(columns * rows * height * line);
  await collect(folders, CELLS_NAME, whole.length);
  const cells = await readCollectedWhole(folders.out, CELLS_NAME);
  for (let at = 0; at < Math.min(cells.length / line, columns * rows * height); at += 1) {
    const [cell, y] = [Math.floor(at / height), at % height];
    const place = (Math.floor(cell / columns) * height + y) * columns + (cell % columns);
    cells.copy(whole, place * line, at * line, (at + 1) * line);
  }
  await sharp(whole, { raw: { width: columns * width, height: rows * height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toFile(join(folders.out, SPRITE_NAME));
}
