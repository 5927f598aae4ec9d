import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A real file system of a few megabytes that a test can fill. */
export interface SmallDisk {
  path: string;
  /** Writes until the disk is full. */
  fill(): Promise<void>;
  /** Frees the space that `fill` took. */
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a disk in memory; only possible if `needs.mount` is met. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'scoville-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  const filler = join(path, 'filler');
  return {
    path,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (;;) await file.write(Buffer.alloc(64 * 1024));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', ['--lazy', path]);
      await rmdir(path);
    },
  };
}
