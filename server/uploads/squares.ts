import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Squares } from '../ffmpeg/images.ts';
import { newId } from '../ids.ts';
import type { Key, Storage } from '../storage/storage.ts';

const EPOCH = Date.UTC(2020, 0, 1);

/**
 * The version after this one: seconds since 2020, so that a version never comes back, not even after the image was
 * removed (0) in between; browsers keep an address's bytes for ever.
 */
export const nextVersion = (current: number, now = Date.now()): number =>
  Math.max(current + 1, Math.floor((now - EPOCH) / 1000));

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
