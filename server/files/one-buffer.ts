import { Readable, type Writable } from 'node:stream';
import type { OpenFile, Range } from '../storage/storage.ts';

/**
 * A part of an open file for one answer, through one buffer that is filled again whenever the connection has taken what
 * was in it: a new one for every piece would wait for the collector, and as many as the system's own buffers take. To be
 * piped into that answer and nothing else; closes the file.
 */
export class OneBuffer extends Readable {
  readonly #file: OpenFile;
  readonly #buffer: Buffer;
  readonly #end: number;
  readonly #first: number;
  #at: number;

  /** @param bytes of the buffer; at least what makes the answer say that it is full, and so wait until it is empty */
  constructor(file: OpenFile, { start, end }: Range, answer: Writable, bytes: number) {
    // Nothing is read ahead, for there is nowhere to put it.
    super({ highWaterMark: 0 });
    this.#file = file;
    this.#end = end;
    this.#first = start;
    this.#at = start;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(Math.max(bytes, answer.writableHighWaterMark), end - start + 1));
  }

  /** Bytes that were handed on so far. */
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

  /** Reads so many bytes, all of them: less than a buffer could be taken at once, and the next asked for too early. */
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
