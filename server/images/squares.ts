import { randomInt } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fit, type Squares, makeSquares } from '../ffmpeg/renditions/make-squares.ts';
import { MediaError } from '../ffmpeg/media-error.ts';
import { waitForSlot } from '../ffmpeg/run/slot-queue.ts';
import { newId } from '../ids.ts';
import type { Key, Storage } from '../storage/storage.ts';

const EPOCH = Date.UTC(2020, 0, 1);

/** The random part of a version: a million in each second. With it a version stays below 2^53 until the year 2290. */
const RANDOM = 2 ** 20;

/**
 * The version after this one: seconds since 2020 with a random part, so that a version never comes back, not even after
 * the image was removed (0) in between (browsers keep an address's bytes for ever), and that nobody can name it before.
 */
export const nextVersion = (current: number, now = Date.now()): number => {
  const drawn = randomInt(1, RANDOM);
  const made = Math.floor((now - EPOCH) / 1000) * RANDOM + drawn;
  return made > current ? made : current + drawn;
};

/** Milliseconds that somebody waits whose picture is not opened yet: less than proxies wait for an answer. */
const PATIENCE = 45_000;

/**
 * The squares of a picture that somebody sent: an account's one after the other, so that the places of the machine go
 * round. Throws MediaError as `makeSquares` does.
 */
export async function squaresFor(
  userId: string,
  path: string,
  sizes: readonly number[],
  fit: Fit = 'cover',
): Promise<Squares> {
  const until = Date.now() + PATIENCE;
  const turn = await waitForSlot(`picture-of-${userId}`, 1, PATIENCE);
  if (turn === null) throw new MediaError('busy', 'another picture of this account takes long');
  try {
    return await makeSquares({ path }, sizes, Math.max(0, until - Date.now()), fit);
  } finally {
    await turn.release();
  }
}

/** Puts the squares of an image under a prefix of the store: `{prefix}/700.jpg`, `700.webp` and so on. */
export async function putSquares(storage: Storage, prefix: Key, { squares }: Squares, folder: string): Promise<void> {
  for (const { size, jpeg, webp } of squares)
    for (const [extension, bytes] of [
      ['jpg', jpeg],
      ['webp', webp],
    ] as const) {
      const path = join(folder, newId());
      try {
        await writeFile(path, bytes);
        await storage.put(`${prefix}/${size}.${extension}`, path);
      } finally {
        await rm(path, { force: true });
      }
    }
}
