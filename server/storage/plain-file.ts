import { type Stats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** What stands under a path is no file with bytes of its own: a link, a pipe, a folder, a device. */
export class NotPlainError extends Error {}

/** A file that is open for reading, for whoever opened it to close, and what it was when it was opened. */
export interface PlainFile {
  file: FileHandle;
  stats: Stats;
}

// Neither follows a link nor waits for somebody at the other end of a pipe.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file for reading, whoever may have put it there. What is asked of it is asked of the handle, so that nothing
 * can take its place between the question and the reading. The caller closes it. Throws NotPlainError for anything but a
 * regular file, and errors of the file system as they are.
 */
export async function openPlain(path: string): Promise<PlainFile> {
  const file = await open(path, FLAGS).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A link; a socket or a device that nobody drives.
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

/** As `openPlain`, and refuses a file that has a second name: somebody else may keep on writing by that. */
export async function openSole(path: string): Promise<FileHandle> {
  const { file, stats } = await openPlain(path);
  if (stats.nlink === 1) return file;
  await file.close();
  throw new NotPlainError(`a file of ${stats.nlink} names`);
}
