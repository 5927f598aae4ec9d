import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { COMMON, encode } from './encode.ts';
import type { Rung } from './ladder.ts';
import type { Tools } from './tools.ts';
import {
  CELLS_NAME,
  CELLS_OUTPUT,
  POSTER_FILTER,
  POSTER_OUTPUT,
  SPRITE_NAME,
  type SpriteGrid,
  cellsFilter,
  posterStart,
} from './video-plan.ts';
import { words } from './words.ts';

const CAPS = { cpuSeconds: 1800, addressSpace: 4 * 2 ** 30, fileSize: 2 ** 28 };
const TEN_MINUTES = 600_000;

interface PictureJob {
  tools: Tools;
  folder: string;
  threads: number;
  signal: AbortSignal;
  /** The rendition, one of ours, that the picture is taken from. */
  rung: Rung;
}

async function take(job: PictureJob, before: string, after: string): Promise<void> {
  const { tools, folder, signal } = job;
  await encode({
    tools,
    folder,
    signal,
    args: [
      ...COMMON,
      ...words(`-threads ${job.threads} -protocol_whitelist file -f mov ${before} -i`),
      `file:v${job.rung.name}.mp4`,
      ...words(`-map 0:v:0 ${after}`),
    ],
    caps: CAPS,
    readable: [],
    timeout: TEN_MINUTES,
  });
}

/** The poster from a rendition, where none was taken on the way or its place was wrong; `duration` is in seconds. */
export async function makePoster(job: PictureJob, duration: number): Promise<void> {
  await take(job, `-ss ${posterStart(duration).toFixed(3)}`, `-vf ${POSTER_FILTER} ${POSTER_OUTPUT}`);
}

/** The cells once more, when the file had told a wrong length and there are too few of them or too many. */
export async function makeCells(job: PictureJob, grid: SpriteGrid): Promise<void> {
  await take(job, '', `-vf ${cellsFilter(grid)} ${CELLS_OUTPUT}`);
}

/** Puts the cells that were made into one picture, row by row; black where there are none. */
export async function tileSprite(folder: string, { columns, rows, width, height }: SpriteGrid): Promise<void> {
  const cells = await readFile(join(folder, CELLS_NAME));
  const line = width * 3;
  const whole = Buffer.alloc(columns * rows * height * line);
  for (let at = 0; at < Math.min(cells.length / line, columns * rows * height); at += 1) {
    const [cell, y] = [Math.floor(at / height), at % height];
    const place = (Math.floor(cell / columns) * height + y) * columns + (cell % columns);
    cells.copy(whole, place * line, at * line, (at + 1) * line);
  }
  await sharp(whole, { raw: { width: columns * width, height: rows * height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toFile(join(folder, SPRITE_NAME));
}
