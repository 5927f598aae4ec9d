import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { guardBytes } from './guard-bytes.ts';
import { isShortOfSpace, refusalOfDisk } from './space.ts';

type Upload = Parameters<FileStore['create']>[0];

/**
 * The creation date for the tus library, which expires an upload a fixed time after that date. Our uploads expire that
 * long after their last bytes arrived; this expiry is in the upload's row, and was checked before.
 */
export const asOfNow = (): string => new Date().toISOString();

/**
 * The tus extensions that are supported. The library's store also accepts uploads whose length is sent later; ours
 * doesn't, because space is reserved for the length first.
 */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

/** Functions that the store calls when an upload begins, grows and ends. */
export interface UploadHooks {
  /** Gives an upload up and removes its bytes. */
  discard(id: string): Promise<void>;
  /**
   * Returns a check to call with every chunk and the number of bytes on the disk; it may throw. `end` records the last
   * count.
   */
  watchReservation(id: string): { (received: number): Promise<void>; end(received: number): Promise<void> };
  /**
   * Returns a function that reports, at any time, whether the lock under which the upload is being written is still
   * held.
   */
  watchLock(id: string): () => boolean;
  /** Milliseconds over which a sender's pace is measured. */
  paceWindow?: number;
}

/**
 * The library's store in a folder, except that disk errors are reported: when the disk is full, the upload is removed,
 * because it would keep others from being finished, and 507 is thrown. A sender that is too slow is given up (408), and
 * a writer whose lock was lost stops (423); in both cases the bytes that arrived stay.
 */
export class ResumableStore extends FileStore {
  readonly #hooks: UploadHooks;

  constructor(options: ConstructorParameters<typeof FileStore>[0], hooks: UploadHooks) {
    super(options);
    this.extensions = TUS_EXTENSIONS;
    this.#hooks = hooks;
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await this.#hooks.discard(upload.id);
      throw error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    return Object.assign(await super.getUpload(id), { creation_date: asOfNow() });
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id);
    const file = createWriteStream(path, { flags: 'r+', start: offset });
    const [room, mayWrite] = [this.#hooks.watchReservation(id), this.#hooks.watchLock(id)];
    const onDisk = () => offset + file.bytesWritten;
    try {
      await guardBytes(bytes, file, { room, mayWrite, received: onDisk, paceWindow: this.#hooks.paceWindow });
      await room.end(onDisk());
      return onDisk();
    } catch (error) {
      // A write in progress still completes, although the stream no longer counts it. Wait for its end, because no
      // other request may write before that.
      await new Promise<void>((done) => (file.closed ? done() : file.once('close', done)));
      const refusal = refusalOfDisk(error);
      if (isShortOfSpace(refusal)) {
        await this.remove(id);
        await this.#hooks.discard(id);
      } else await room.end(await bytesOf(path));
      throw refusal;
    }
  }
}

/** Size of the file; 0 when the upload was removed while it was being written. */
async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
