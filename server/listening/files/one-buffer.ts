import { Readable, type Writable } from 'node:stream';
import type { OpenFile, Range } from '../../platform/storage/storage.ts';

/**
 * A part of an open file for one response, through one buffer that is refilled when the connection has taken its
 * content. With a new buffer for every chunk, as many as the system's own buffers hold would wait for the garbage
 * collector. Pipe it into that response only; it closes the file.
 */
export class OneBuffer extends Readable {
  readonly #file: OpenFile;
  readonly #buffer: Buffer;
  readonly #end: number;
  readonly #first: number;
  #at: number;

  /**
   * @param bytes size of the buffer; at least the response's high-water mark, so that the response waits until the
   * buffer is empty
   */
  constructor(file: OpenFile, { start, end }: Range, answer: Writable, bytes: number) {
    // Nothing is read ahead, because there is only one buffer.
    super({ highWaterMark: 0 });
    this.#file = file;
    this.#end = end;
    this.#first = start;
    this.#at = start;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(Math.max(bytes, answer.writableHighWaterMark), end - start + 1));
  }

  /** Bytes passed to the response so far. */
  get handedOn(): number {
    return this.#at - this.#first - this.readableLength;
  }

  override _read(): void {
    const wanted = Math.min(this.#buffer.byteLength, this.#end - this.#at + 1);
    if (wanted === 0) {
      this.push(null);
      return;
    }
    void this.#handOn(wanted).catch((error: unknown) => this.destroy(error as Error));
  }

  /**
   * Reads exactly this many bytes: after a shorter read, the next one could overwrite a buffer that is still in use.
   */
  async #handOn(wanted: number): Promise<void> {
    for (let have = 0; have < wanted;) {
      const { bytesRead } = await this.#file.read(this.#buffer, have, wanted - have, this.#at + have);
      if (bytesRead === 0) throw new Error(`a file ended at ${this.#at + have}, before ${this.#end}`);
      have += bytesRead;
    }
    this.#at += wanted;
    this.push(this.#buffer.subarray(0, wanted));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const end = async () => {
      try {
        await this.#file.close();
        done(error);
      } catch (failure) {
        done(error ?? (failure as Error));
      }
    };
    void end();
  }
}
