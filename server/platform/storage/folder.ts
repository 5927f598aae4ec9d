import { type FileHandle, lstat, mkdir, open, opendir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NotPlainError, type PlainFile, openPlain, openSole } from './plain-file.ts';
import { freeBytes } from './space.ts';
import { type Key, type Storage, checkKey, isKey } from './storage.ts';

/** A store in a folder of this machine, or one that all machines share. */
export function folderStorage(root: string): Storage {
  const path = (key: Key) => join(root, checkKey(key));
  const openKey = async (key: Key): Promise<PlainFile | null> => {
    try {
      return await openPlain(path(key));
    } catch (error) {
      // The store never contains links, so anything but a plain file under this path is not served.
      if (isMissing(error) || error instanceof NotPlainError) return null;
      throw error;
    }
  };
  return {
    parts: null,
    open: openKey,
    withLocal: (key, work) => work(path(key)),
    // A file in a folder has no address of its own: this process checks permissions and sends the bytes, or has nginx
    // send them.
    address: () => Promise.resolve(null),
    async put(key, from) {
      const to = path(key);
      await mkdir(dirname(to), { recursive: true });
      const file = await openSole(from);
      try {
        await file.sync();
        await move(file, from, to);
      } finally {
        await file.close();
      }
      await synced(dirname(to));
    },
    async read(key, range) {
      const opened = await openKey(key);
      if (opened === null) throw new Error('There is no such file in the store.');
      return opened.file.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    async size(key) {
      const opened = await openKey(key);
      if (opened === null) return null;
      await opened.file.close();
      return opened.stats.size;
    },
    async remove(prefix) {
      await rm(path(prefix), { recursive: true, force: true });
    },
    async *list(prefix) {
      for await (const file of filesBelow(path(prefix))) {
        const key = file.slice(root.length + 1);
        // Skips files that other programs leave next to ours (.nfs…, .DS_Store, song.m4a~).
        if (isKey(key)) yield key;
      }
    },
    free: () => freeBytes(root),
  };
}

/**
 * Yields files one by one, as they are found, because a list of millions would take too much memory. A folder that is
 * removed in the meantime yields nothing more, and doesn't end the listing of its siblings.
 */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* filesBelow(path);
      else if (entry.isFile()) yield path;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames the file. On another file system it is copied instead, and appears only when complete. */
async function move(file: FileHandle, from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return copy(file, from, to);
  }
  // Another program may have replaced the file at `from` since the file was opened. It is safe to check after the move,
  // because that program has no access to the store.
  const [opened, moved] = [await file.stat(), await lstat(to)];
  if (moved.ino === opened.ino && moved.dev === opened.dev) return;
  await rm(to, { recursive: true, force: true });
  throw new NotPlainError('another file took its place');
}

async function copy(file: FileHandle, from: string, to: string): Promise<void> {
  const temporary = `${to}.part`;
  // Left by a process that died.
  await rm(temporary, { force: true });
  const target = await open(temporary, 'wx');
  try {
    await target.writeFile(file.createReadStream({ start: 0, autoClose: false }));
    await target.sync();
    await rename(temporary, to);
  } catch (broken) {
    await rm(temporary, { force: true });
    throw broken;
  } finally {
    await target.close();
  }
  await unlink(from);
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
