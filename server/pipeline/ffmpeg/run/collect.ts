import { createHash } from 'node:crypto';
import { type FileHandle, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { NotPlainError, openSole } from '../../../platform/storage/plain-file.ts';
import { ProcessingError } from '../processing-error.ts';

/**
 * The two folders of a run. A decoder that a file has taken over may leave anything in its folder, above all links to
 * the rest of the machine, and may change it at any time. So no file is read there: it is moved into our folder, which
 * no decoder can access, and only then opened and checked.
 */
export interface Folders {
  /** Absolute path of the decoders' folder. They start in it and may write nowhere else. */
  folder: string;
  /** Absolute path of our folder, with the files that were taken over and those that we write ourselves. */
  out: string;
}

export interface Measured {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Opens a file in our folder. Throws ProcessingError `unreadable` when it is not a plain file; the caller closes it. */
export async function openCollected(out: string, name: string): Promise<FileHandle> {
  try {
    return await openSole(join(out, name));
  } catch (error) {
    if (error instanceof NotPlainError) throw new ProcessingError('unreadable', `${name}: ${error.message}`);
    throw error;
  }
}

/**
 * Takes over the file that a decoder wrote under a name, and measures it. Throws ProcessingError `unreadable` when it
 * doesn't exist, is not a plain file, or has more than `atMost` bytes.
 */
export async function collect({ folder, out }: Folders, name: string, atMost = Infinity): Promise<Measured> {
  try {
    await rename(join(folder, name), join(out, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ProcessingError('unreadable', `${name}: nothing was written`, { cause: error });
  }
  const file = await openCollected(out, name);
  try {
    await takeOwnership(file);
    const { size } = await file.stat();
    if (size > atMost) throw new ProcessingError('unreadable', `${name}: ${size} bytes`);
    return await measureOpen(file);
  } finally {
    await file.close();
  }
}

/** Takes the file away from the system account of the decoder that wrote it, and makes it non-executable. */
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

/** All bytes of an open file, which remains open. */
function bytesOf(file: FileHandle): AsyncIterable<Buffer> {
  return file.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 20 });
}

/** The bytes of a file in our folder, for a child's input. The file is opened on demand, and closed at its end. */
export async function* readCollected(out: string, name: string): AsyncGenerator<Buffer> {
  const file = await openCollected(out, name);
  try {
    yield* bytesOf(file);
  } finally {
    await file.close();
  }
}

/** Size and SHA-256 of a file in our folder. */
export async function measure(out: string, name: string): Promise<Measured> {
  const file = await openCollected(out, name);
  try {
    return await measureOpen(file);
  } finally {
    await file.close();
  }
}

/** All bytes of a file in our folder that was taken over with a size limit. */
export async function readCollectedWhole(out: string, name: string): Promise<Buffer> {
  const file = await openCollected(out, name);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
