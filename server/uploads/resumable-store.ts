import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { isNoSpace } from '../storage/space.ts';

/**
 * The library's store in a folder, but what the disk says is not hidden: on a full one the upload is removed, since
 * it would keep others from being finished, and the error is thrown as it came.
 */
export class ResumableStore extends FileStore {
  readonly #forget: (id: string) => Promise<void>;

  /** @param forget called after an upload was removed because the disk is full */
  constructor(options: ConstructorParameters<typeof FileStore>[0], forget: (id: string) => Promise<void>) {
    super(options);
    this.#forget = forget;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(bytes, file);
      return offset + file.bytesWritten;
    } catch (error) {
      if (isNoSpace(error)) {
        await this.remove(id);
        await this.#forget(id);
      }
      throw error;
    }
  }
}
