import { COMMON, encode } from './encode.ts';
import type { Rung } from './ladder.ts';
import type { Tools } from './tools.ts';
import { NO_METADATA } from './song-plan.ts';
import { SPRITE_NAME, type SpriteGrid, spriteFilter } from './video-plan.ts';
import { words } from './words.ts';

export const POSTER_NAME = 'poster.jpg';
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
      ...words(`-map 0:v:0 -c:v mjpeg -pix_fmt yuvj420p ${NO_METADATA} ${after}`),
    ],
    caps: CAPS,
    readable: [],
    timeout: TEN_MINUTES,
  });
}

/**
 * The poster, from a rendition, whose length (seconds) is known and whose colours and direction are right. A tenth into
 * it, the most typical of thirty frames: openings are often black.
 */
export async function makePoster(job: PictureJob, duration: number): Promise<void> {
  const from = Math.max(0, Math.min(duration / 10, duration - 1));
  await take(job, `-ss ${from.toFixed(3)}`, `-vf thumbnail=30 -frames:v 1 -q:v 3 -f image2 -update 1 ${POSTER_NAME}`);
}

/** The sprite once more, when the file had told a wrong length and the first one has too few cells or too many. */
export async function makeSprite(job: PictureJob, grid: SpriteGrid): Promise<void> {
  await take(job, '', `-vf ${spriteFilter(grid)} -q:v 4 -f image2 -update 1 ${SPRITE_NAME}`);
}
