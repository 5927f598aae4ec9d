import { type Stats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A path is not a file with bytes of its own, but a link, a pipe, a folder or a device. */
export class NotPlainError extends Error {}

/** A file that is open for reading and that the caller must close, with its stats from when it was opened. */
export interface PlainFile {
  file: FileHandle;
  stats: Stats;
}

// Doesn't follow a link, and doesn't block on a pipe that has no writer.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file for reading, no matter which program put it there. The stats are those of the handle, so that nothing
 * can replace the file between the check and the read. The caller closes it. Throws NotPlainError for anything but a
 * regular file, and errors of the file system as they are.
 */
export async function openPlain(path: string): Promise<PlainFile> {
  const file = await open(path, FLAGS).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A link; a socket, or a device without a driver.
    throw ['ELOOP', 'ENXIO', 'ENODEV'].includes(code) ? new NotPlainError(`not a file: ${code}`) : error;
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new NotPlainError('not a file');
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Like `openPlain`, but refuses a file that has a second name, through which another program could keep writing to it.
 */
export async function openSole(path: string): Promise<FileHandle> {
  const { file, stats } = await openPlain(path);
  if (stats.nlink === 1) return file;
  await file.close();
  throw new NotPlainError(`a file of ${stats.nlink} names`);
}
