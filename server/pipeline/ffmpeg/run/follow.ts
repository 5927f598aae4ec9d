import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { NotPlainError, openSole } from '../../../platform/storage/plain-file.ts';
import { ProcessingError } from '../processing-error.ts';

/** Milliseconds between two reads of a file that did not grow; its end is signalled, not polled. */
const PATIENCE = 250;
const CHUNK = 2 ** 18;

/**
 * The bytes of a file that another process is writing, in order and each once. Starts before the file exists, and ends
 * when `whole` has settled and everything has been read. Ends early, without an error, when the signal aborts.
 * @param paths where the file is: first the path to which it may be moved, then the path at which it is written
 */
export async function* follow(
  paths: readonly string[],
  whole: Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let ended = false;
  const end = whole.then(
    () => void (ended = true),
    () => void (ended = true),
  );
  const more = (): Promise<unknown> => Promise.race([end, wait(PATIENCE)]);
  let file: FileHandle | null = null;
  try {
    for (let at = 0; !signal.aborted;) {
      // Read before the file, so that the last read includes everything that was written before the end.
      const last = ended;
      file ??= await openIfThere(paths);
      const { bytesRead, buffer } = (await file?.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)) ?? NOTHING;
      at += bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (last) return;
      else await more();
    }
  } finally {
    await file?.close();
  }
}

const NOTHING = { bytesRead: 0, buffer: Buffer.alloc(0) };

async function openIfThere(paths: readonly string[]): Promise<FileHandle | null> {
  for (const path of paths)
    try {
      return await openSole(path);
    } catch (error) {
      if (error instanceof NotPlainError)
        throw new ProcessingError('unreadable', `what is written is ${error.message}`);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return null;
}
