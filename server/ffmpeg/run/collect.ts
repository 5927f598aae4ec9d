import { createHash } from 'node:crypto';
import { type FileHandle, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { NotPlainError, openSole } from '../../storage/plain-file.ts';
import { MediaError } from '../media-error.ts';

/**
 * The two folders of a run. A decoder that a file has taken over may leave anything where it writes, links into the rest
 * of the machine above all, and may change it at any time. So nothing is read there: a file is moved into our folder,
 * which no decoder can access, and only then opened and asked what it is.
 */
export interface Folders {
  /** Absolute path of the decoders' folder: where they start, and the only place where they may write. */
  folder: string;
  /** Absolute path of our folder: what was taken over, and what we write ourselves. */
  out: string;
}

export interface Measured {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Opens a file of our folder. Throws MediaError `unreadable` when it is no plain file; the caller closes it. */
export async function openCollected(out: string, name: string): Promise<FileHandle> {
  try {
    return await openSole(join(out, name));
  } catch (error) {
    if (error instanceof NotPlainError) throw new MediaError('unreadable', `${name}: ${error.message}`);
    throw error;
  }
}

/**
 * Takes over what a decoder wrote under a name, and measures it. Throws MediaError `unreadable` when there is nothing,
 * when it is no plain file, or when it has more than `atMost` bytes.
 */
export async function collect({ folder, out }: Folders, name: string, atMost = Infinity): Promise<Measured> {
  try {
    await rename(join(folder, name), join(out, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MediaError('unreadable', `${name}: nothing was written`, { cause: error });
  }
  const file = await openCollected(out, name);
  try {
    await takeOwnership(file);
    const { size } = await file.stat();
    if (size > atMost) throw new MediaError('unreadable', `${name}: ${size} bytes`);
    return await measureOpen(file);
  } finally {
    await file.close();
  }
}

/** Whoever wrote it has no more say over it, and nobody can run it. */
async function takeOwnership(file: FileHandle): Promise<void> {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if ((await file.stat()).uid !== user) await file.chown(user, group);
  await file.chmod(0o644);
}

async function measureOpen(file: FileHandle): Promise<Measured> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of bytesOf(file)) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** All of an open file; it stays open. */
function bytesOf(file: FileHandle): AsyncIterable<Buffer> {
  return file.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 20 });
}

/** The bytes of a file of our folder, for a child's input; opened when they are asked for, and closed after them. */
export async function* readCollected(out: string, name: string): AsyncGenerator<Buffer> {
  const file = await openCollected(out, name);
  try {
    yield* bytesOf(file);
  } finally {
    await file.close();
  }
}

/** Size and SHA-256 of a file of our folder. */
export async function measure(out: string, name: string): Promise<Measured> {
  const file = await openCollected(out, name);
  try {
    return await measureOpen(file);
  } finally {
    await file.close();
  }
}

/** All of a file of our folder that was taken with a limit to its bytes. */
export async function readCollectedWhole(out: string, name: string): Promise<Buffer> {
  const file = await openCollected(out, name);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
