import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { PART, readPart } from '../../platform/storage/part-memory.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { NotGrowing, type Parts } from '../../platform/storage/storage.ts';
import { type Resumable, type StoredPart, findResumable, recordParts } from './resumable.queries.ts';
import { LostUpload, bytesIn, growingKey, tailKey, tailsPrefix } from './stored-upload.ts';
import { locked } from './upload-locks.ts';

/**
 * The bytes that one request adds to an upload. They are collected on the disk until they fill a part; by the end of
 * the request all of them are in the store.
 */
export class Growth {
  readonly #app: Pick<App, 'db' | 'storage'>;
  readonly #parts: Parts;
  readonly #one: Resumable;
  readonly #spool: FileHandle;
  readonly #path: string;
  /** Full parts; all of them are in the store. */
  readonly #full: (StoredPart & { etag: string })[];
  /** The parts that this request last found or recorded in the upload's row. */
  #noted: StoredPart[];
  /** Bytes in the file on the disk, which follow the full parts. */
  #gathered = 0;
  /**
   * Whether the tail (the bytes after the last full part) that an earlier request left in the store has been loaded.
   */
  #begun = false;
  #busy: Promise<void> = Promise.resolve();
  /** Number of bytes of the upload that are in the store. */
  kept: number;

  constructor(
    app: Pick<App, 'db' | 'storage'>,
    parts: Parts,
    one: Resumable,
    { spool, path }: { spool: FileHandle; path: string },
  ) {
    this.#app = app;
    this.#parts = parts;
    this.#one = one;
    this.#spool = spool;
    this.#path = path;
    this.#full = one.parts.filter((part): part is StoredPart & { etag: string } => part.etag !== null);
    this.#noted = one.parts;
    this.kept = bytesIn(one.parts);
  }

  /**
   * Loads the tail that an earlier request left in the store, as soon as bytes arrive that follow it; a request without
   * bytes shouldn't cost a download. Throws LostUpload when the store has lost the tail.
   */
  async #begin(): Promise<void> {
    if (this.#begun) return;
    try {
      await this.#fetchTail();
    } catch (error) {
      // A partly loaded tail must not be stored as the end of the upload.
      this.#gathered = 0;
      throw error;
    }
    this.#begun = true;
  }

  async #fetchTail(): Promise<void> {
    const { id, parts } = this.#one;
    const tail = parts.at(-1);
    if (tail === undefined || tail.etag !== null) return;
    const { storage } = this.#app;
    const key = tailKey(id, parts.length, tail.bytes);
    try {
      await pipeline(await storage.read(key), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await this.#gather(chunk);
      });
    } catch (error) {
      if ((await storage.size(key)) !== null) throw error;
      await this.#checkWanted();
      throw new LostUpload();
    }
    if (this.#gathered !== tail.bytes) throw new Error(`${key} holds ${this.#gathered} bytes, not ${tail.bytes}`);
  }

  /** @param hear is called with every chunk, in the order of arrival */
  sink(hear: (chunk: Buffer) => void): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        hear(chunk);
        this.#busy = this.#take(chunk, done);
      },
    });
  }

  /** Resolves when the chunk in progress at the time the sender disconnected is stored, or has failed. */
  idle(): Promise<void> {
    return this.#busy;
  }

  async #take(chunk: Buffer, done: (error?: Error) => void): Promise<void> {
    try {
      await this.#begin();
      for (let from = 0; from < chunk.length;) {
        const piece = chunk.subarray(from, from + PART - this.#gathered);
        from += piece.length;
        await this.#gather(piece);
        if (this.#gathered === PART) await this.#addPart();
      }
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  }

  async #gather(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      // A disk that runs full takes some of the bytes before it refuses the rest.
      const { bytesWritten } = await this.#spool.write(chunk, from, chunk.length - from, this.#gathered);
      from += bytesWritten;
      this.#gathered += bytesWritten;
    }
  }

  /**
   * Moves the bytes that are still on the disk into the store: as the last part, or as a tail that waits for more
   * bytes.
   */
  async end(): Promise<void> {
    if (this.#gathered === 0) return;
    const isLast = bytesIn(this.#full) + this.#gathered === this.#one.bytes;
    // A full part is still on the disk if adding it has just failed.
    if (isLast || this.#gathered === PART) return this.#addPart();
    const { id, parts } = this.#one;
    const tail: StoredPart = { bytes: this.#gathered, etag: null };
    const number = this.#full.length + 1;
    // The stored tail already has all these bytes.
    if (parts.length === number && parts.at(-1)?.bytes === tail.bytes) return;
    await this.#spool.truncate(this.#gathered);
    await this.#app.storage.put(tailKey(id, number, tail.bytes), this.#path);
    await this.#note([...this.#full, tail]);
  }

  async #addPart(): Promise<void> {
    const { growing, replaces, id } = this.#one;
    if (growing === null) throw notFound('This upload');
    const bytes = this.#gathered;
    const read = () => readPart(this.#spool, 0, bytes);
    const key = growingKey({ id, replaces });
    const etag = await this.#parts.add(key, growing, this.#full.length + 1, read).catch(async (error: unknown) => {
      await this.#checkWanted();
      throw error instanceof NotGrowing ? new LostUpload() : error;
    });
    this.#full.push({ bytes, etag });
    this.#gathered = 0;
    await this.#note(this.#full);
  }

  /**
   * Throws 404 if the upload was given up while this request was writing it, and removes the bytes that this request
   * has stored.
   */
  async #checkWanted(): Promise<void> {
    const { id, growing } = this.#one;
    if ((await findResumable(this.#app.db, id)) !== null) return;
    // The request that gave the upload up removed the bytes stored until then, but not those that this request was
    // storing. The row may be deleted already, so the tail is marked for deletion, and the sweep removes it. S3
    // requires aborting again after parts that were in transit have arrived.
    await markForDeletion(this.#app.db, [tailsPrefix(id)], 0);
    if (growing !== null) await this.#parts.abandon(growingKey(this.#one), growing).catch(() => {});
    throw notFound('This upload');
  }

  async #note(parts: StoredPart[]): Promise<void> {
    if (!(await recordParts(this.#app.db, this.#one.id, this.#noted, parts))) {
      await this.#checkWanted();
      // This request lost its lock without noticing, and another request has continued the upload or handed it over.
      throw locked();
    }
    this.#noted = [...parts];
    this.kept = bytesIn(parts);
  }
}
