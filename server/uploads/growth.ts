import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app-context.ts';
import { notFound } from '../http/errors.ts';
import { PART, readPart } from '../storage/part-memory.ts';
import { markForDeletion } from '../storage/pending-deletions.ts';
import { NotGrowing, type Parts } from '../storage/storage.ts';
import { type Resumable, type StoredPart, findResumable, noteParts } from './resumable.queries.ts';
import { LostUpload, bytesIn, growingKey, tailKey, tailsPrefix } from './stored-upload.ts';
import { locked } from './upload-locks.ts';

/** What one request adds to an upload: it gathers on the disk until it is a part, and is in the store by its end. */
export class Growth {
  readonly #app: Pick<App, 'db' | 'storage'>;
  readonly #parts: Parts;
  readonly #one: Resumable;
  readonly #spool: FileHandle;
  readonly #path: string;
  /** Full parts, all in the store. */
  readonly #full: (StoredPart & { etag: string })[];
  /** The parts as our last note has them. */
  #noted: StoredPart[];
  /** Bytes in the file on the disk: what follows the full parts. */
  #gathered = 0;
  /** Whether the end of what came before is there. */
  #begun = false;
  #busy: Promise<void> = Promise.resolve();
  /** Bytes of the upload that are in the store. */
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
   * Brings the end of what came before back from the store, once something is to follow it: a request that brings nothing
   * is not to cost as much. Throws LostUpload when the store has lost it.
   */
  async #begin(): Promise<void> {
    if (this.#begun) return;
    try {
      await this.#fetchTail();
    } catch (error) {
      // What came of it is no end of the upload.
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

  /** @param hear is called with every chunk, in their order */
  sink(hear: (chunk: Buffer) => void): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        hear(chunk);
        this.#busy = this.#take(chunk, done);
      },
    });
  }

  /** Resolves when what was on its way when the sender went is where it belongs, or has failed. */
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
      // A disk that runs full takes some of it before it refuses the rest.
      const { bytesWritten } = await this.#spool.write(chunk, from, chunk.length - from, this.#gathered);
      from += bytesWritten;
      this.#gathered += bytesWritten;
    }
  }

  /** Puts what is still on the disk into the store: the last part, or an end that waits for more. */
  async end(): Promise<void> {
    if (this.#gathered === 0) return;
    const isLast = bytesIn(this.#full) + this.#gathered === this.#one.bytes;
    // A full one is here still when it could not be added a moment ago.
    if (isLast || this.#gathered === PART) return this.#addPart();
    const { id, parts } = this.#one;
    const tail: StoredPart = { bytes: this.#gathered, etag: null };
    const number = this.#full.length + 1;
    // Nothing came that is not there already.
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

  /** Throws 404 for what was given up while it was written, of which nothing stays in the store. */
  async #checkWanted(): Promise<void> {
    const { id, growing } = this.#one;
    if ((await findResumable(this.#app.db, id)) !== null) return;
    // Whoever gave it up has removed what was there then, not what we were just bringing. Its row may be gone, so the sweep
    // finds the tail by this mark; S3 asks for parts on their way to be given up once more when they have come.
    await markForDeletion(this.#app.db, [tailsPrefix(id)], 0);
    if (growing !== null) await this.#parts.abandon(growingKey(this.#one), growing).catch(() => {});
    throw notFound('This upload');
  }

  async #note(parts: StoredPart[]): Promise<void> {
    if (!(await noteParts(this.#app.db, this.#one.id, this.#noted, parts))) {
      await this.#checkWanted();
      // Our lock was lost without our knowing: somebody else has gone on, or handed it over.
      throw locked();
    }
    this.#noted = [...parts];
    this.kept = bytesIn(parts);
  }
}
