import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks at a file that did not grow; its end is told and not waited for. */
const PATIENCE = 250;
const CHUNK = 2 ** 18;

/**
 * The bytes of a file that another process is writing, in order and each once, from before it exists until `whole`
 * settles and everything was read. Ends early, without an error, when the signal aborts.
 */
export async function* follow(path: string, whole: Promise<unknown>, signal: AbortSignal): AsyncGenerator<Buffer> {
  let ended = false;
  const end = whole.then(
    () => void (ended = true),
    () => void (ended = true),
  );
  const more = (): Promise<unknown> => Promise.race([end, wait(PATIENCE)]);
  let file: FileHandle | null = null;
  try {
    for (let at = 0; !signal.aborted;) {
      // Asked before the reading: what was written by then is read by it.
      const last = ended;
      file ??= await openIfThere(path);
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

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
