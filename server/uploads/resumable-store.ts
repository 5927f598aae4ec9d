import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { guardBytes } from './guard-bytes.ts';
import { isShortOfSpace, refusalOfDisk } from './space.ts';

type Upload = Parameters<FileStore['create']>[0];

/**
 * When an upload was begun, for the library, which gives it up so and so long after that. Ours waits for its sender from
 * when something of it came last: its row says so, and was asked before.
 */
export const asOfNow = (): string => new Date().toISOString();

/** What of the protocol there is beyond its core. The library's store takes lengths later as well: ours wants room for them first. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

/** What the store calls as an upload begins, grows and ends. */
export interface UploadHooks {
  /** Forgets an upload that is given up. */
  forget(id: string): Promise<void>;
  /** Asked with every chunk, with the bytes that are on the disk; may throw. `end` notes the last count. */
  watchReservation(id: string): { (received: number): Promise<void>; end(received: number): Promise<void> };
  /** Whether the lock under which an upload is written now is still held, asked again and again. */
  watchLock(id: string): () => boolean;
  /** Milliseconds over which the pace of a sender is judged. */
  paceWindow?: number;
}

/**
 * The library's store in a folder, but what the disk says is not hidden: without room the upload is removed, since it
 * would keep others from being finished, and the error is thrown as it came. A sender that drips is given up (408), a
 * writer whose lock was lost stops (423); what arrived stays.
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
      await this.#hooks.forget(upload.id);
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
      await guardBytes(bytes, file, { room, mayWrite, kept: onDisk, paceWindow: this.#hooks.paceWindow });
      await room.end(onDisk());
      return onDisk();
    } catch (error) {
      // A write that was on its way still ends, though the stream no longer counts it; nobody else may write before.
      await new Promise<void>((done) => (file.closed ? done() : file.once('close', done)));
      const refusal = refusalOfDisk(error);
      if (isShortOfSpace(refusal)) {
        await this.remove(id);
        await this.#hooks.forget(id);
      } else await room.end(await bytesOf(path));
      throw refusal;
    }
  }
}

/** What lies there; nothing when the upload was taken away while somebody wrote it. */
async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
