import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freeBytes } from './space.ts';
import { type Key, type Storage, checkKey } from './storage.ts';

/** A store in a folder of this machine. */
export interface FolderStorage extends Storage {
  /** The local path of a key, for reading only. */
  path(key: Key): string;
}

export function folderStorage(root: string): FolderStorage {
  const path = (key: Key) => join(root, checkKey(key));
  return {
    path,
    async put(key, from) {
      const to = path(key);
      await mkdir(dirname(to), { recursive: true });
      await synced(from);
      await move(from, to);
      await synced(dirname(to));
    },
    async read(key, range) {
      return createReadStream(path(key), range ? { start: range.start, end: range.end } : {});
    },
    async size(key) {
      try {
        const found = await stat(path(key));
        return found.isFile() ? found.size : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(prefix) {
      await rm(path(prefix), { recursive: true, force: true });
    },
    async *list(prefix) {
      const base = path(prefix);
      const entries = await readdir(base, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name).slice(root.length + 1);
    },
    free: () => freeBytes(root),
  };
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename, or over the border of a file system a copy that becomes visible whole. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const temporary = `${to}.part`;
    try {
      await copyFile(from, temporary);
      await synced(temporary);
      await rename(temporary, to);
    } catch (broken) {
      await rm(temporary, { force: true });
      throw broken;
    }
    await unlink(from);
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
