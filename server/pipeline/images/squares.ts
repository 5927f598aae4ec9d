import { randomInt } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cut, type Squares, makeSquares } from '../ffmpeg/renditions/make-squares.ts';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import { waitForSlot } from '../ffmpeg/run/slot-queue.ts';
import { newId } from '../../platform/ids.ts';
import type { Key, Storage } from '../../platform/storage/storage.ts';
import { LARGE_FILE } from './image-kind.ts';

const EPOCH = Date.UTC(2020, 0, 1);

/**
 * The range of the random part of a version: a million values per second. Versions stay below 2^53 until the year 2290.
 */
const RANDOM = 2 ** 20;

/**
 * The version after this one: seconds since 2020 with a random part. A version is never reused, not even after the
 * picture was removed (0), because browsers cache an address forever. The random part makes versions unpredictable.
 */
export const nextVersion = (current: number, now = Date.now()): number => {
  const drawn = randomInt(1, RANDOM);
  const made = Math.floor((now - EPOCH) / 1000) * RANDOM + drawn;
  return made > current ? made : current + drawn;
};

/** Milliseconds that an upload waits for its picture to be opened, less than proxies wait for a response. */
const PATIENCE = 45_000;

/**
 * Makes the squares of an uploaded picture. An account's pictures are processed one at a time, so that other accounts
 * get their turn. Throws ProcessingError like `makeSquares`.
 */
export async function squaresFor(userId: string, path: string, cut: Cut): Promise<Squares> {
  const until = Date.now() + PATIENCE;
  const turn = await waitForSlot(`picture-of-${userId}`, 1, PATIENCE);
  if (turn === null) throw new ProcessingError('busy', 'another picture of this account takes long');
  try {
    return await makeSquares({ path }, cut, Math.max(0, until - Date.now()));
  } finally {
    await turn.release();
  }
}

/** Stores the squares of an image under a prefix: `{prefix}/700.jpg`, `700.webp` and so on, and `large.jpg`. */
export async function putSquares(
  storage: Storage,
  prefix: Key,
  { squares, large }: Pick<Squares, 'squares' | 'large'>,
  folder: string,
): Promise<void> {
  for (const { size, jpeg, webp } of squares) {
    await putBytes(storage, `${prefix}/${size}.jpg`, jpeg, folder);
    await putBytes(storage, `${prefix}/${size}.webp`, webp, folder);
  }
  if (large !== null) await putBytes(storage, `${prefix}/${LARGE_FILE}`, large, folder);
}

/** Stores bytes through a temporary file in this folder. */
export async function putBytes(storage: Storage, key: Key, bytes: Buffer, folder: string): Promise<void> {
  const path = join(folder, newId());
  try {
    await writeFile(path, bytes);
    await storage.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
