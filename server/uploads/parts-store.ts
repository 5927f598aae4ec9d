import { type Hash, createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, Upload } from '@tus/server';
import type { App } from '../app-context.ts';
import { setBounded } from '../bounded-map.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { originalKey } from '../processing/source-owner.ts';
import { PART, readPart } from '../storage/part-memory.ts';
import { markForDeletion } from '../storage/pending-deletions.ts';
import { type Key, NotGrowing, type Part, type Parts, StoreUnavailable } from '../storage/storage.ts';
import { guardBytes } from './guard-bytes.ts';
import { discardFiles, incomingPath } from './incoming.ts';
import { TUS_EXTENSIONS, type UploadHooks, asOfNow } from './resumable-store.ts';
import {
  RESUMABLE_HOURS,
  type Resumable,
  type StoredPart,
  findResumable,
  noteGrowing,
  noteParts,
} from './resumable.queries.ts';
import { refusalOfDisk } from './space.ts';
import { locked } from './upload-locks.ts';

/** Where the store has an upload: what becomes of it has the ids that are derived from its own. */
export const growingKey = ({ id, replaces }: Pick<Resumable, 'id' | 'replaces'>): Key =>
  originalKey(replaces ?? id, id);
/** Where the ends of uploads lie that are no full part yet. */
export const tailsPrefix = (id: string): Key => `incoming/${id}`;
const tailKey = (id: string, number: number, bytes: number): Key => `${tailsPrefix(id)}/${number}.${bytes}`;

export const bytesIn = (parts: readonly StoredPart[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The refusal for an upload of which the store has lost what came: there is nothing to go on with. */
export class LostUpload extends HttpError {
  constructor() {
    super(410, 'What had come of this upload is no longer stored. Begin it again.');
  }
}

/** What this process has heard of an upload without a gap. */
interface Heard {
  hash: Hash;
  bytes: number;
}

/**
 * Resumable uploads that grow in the store, so that any process can go on with them: full parts as parts of an S3
 * multipart upload, the rest of what came beside it. However its requests are cut, its parts are of one size but for the
 * last: Cloudflare's store takes no others. What is counted as received is in the store, and nothing else of an
 * upload is anywhere but in its row.
 */
export class PartsStore extends DataStore {
  readonly #app: Pick<App, 'db' | 'env' | 'storage'>;
  readonly #parts: Parts;
  readonly #hooks: UploadHooks;
  readonly #heard = new Map<string, Heard>();

  constructor(app: Pick<App, 'db' | 'env' | 'storage'>, parts: Parts, hooks: UploadHooks) {
    super();
    this.#app = app;
    this.#parts = parts;
    this.#hooks = hooks;
    this.extensions = TUS_EXTENSIONS;
  }

  override getExpiration(): number {
    return RESUMABLE_HOURS * 3600 * 1000;
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      const one = await this.#found(upload.id);
      const growing = await this.#parts.begin(growingKey(one));
      if (!(await noteGrowing(this.#app.db, one.id, growing))) {
        await this.#parts.abandon(growingKey(one), growing);
        throw notFound('This upload');
      }
      upload.creation_date = one.createdAt.toISOString();
      return upload;
    } catch (error) {
      await this.#hooks.forget(upload.id);
      throw error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes: size, fileName, replaces, parts, growing } = await this.#found(id);
    // Begun before the files of this installation moved into the store: its sender begins anew.
    if (growing === null) throw notFound('This upload');
    const metadata = { filename: fileName, ...(replaces !== null && { replaces }) };
    return new Upload({ id, size, offset: bytesIn(parts), metadata, creation_date: asOfNow() });
  }

  override async remove(id: string): Promise<void> {
    this.#heard.delete(id);
    await this.#hooks.forget(id);
  }

  /** The hash of an upload that this process heard from its first byte to its last; null for any other. */
  heard({ id, bytes }: Resumable): Buffer | null {
    const heard = this.#heard.get(id);
    return heard?.bytes === bytes ? heard.hash.copy().digest() : null;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const one = await this.#found(id);
    // Who lost the lock while we asked: somebody else has gone on.
    if (bytesIn(one.parts) !== offset) throw locked();
    const [room, mayWrite] = [this.#hooks.watchReservation(id), this.#hooks.watchLock(id)];
    const path = await incomingPath(this.#app.env);
    const spool = await open(path, 'wx+', 0o600);
    const growth = new Growth(this.#app, this.#parts, one, { spool, path });
    const heard = this.#heardUntil(id, offset);
    try {
      await growth.begin();
      const into = growth.sink((chunk) => heard?.hash.update(chunk));
      try {
        await guardBytes(bytes, into, { room, mayWrite, kept: () => growth.kept, paceWindow: this.#hooks.paceWindow });
      } catch (error) {
        await growth.idle();
        // Who lost the lock keeps nothing: somebody else writes by now.
        if (mayWrite() && !(error instanceof StoreUnavailable || error instanceof LostUpload)) await growth.end();
        throw error;
      }
      if (!mayWrite()) throw locked();
      await growth.end();
      if (heard !== null) setBounded(this.#heard, id, { hash: heard.hash, bytes: growth.kept }, 1000);
      return growth.kept;
    } catch (error) {
      // Who lost the lock does not know whether somebody else has just put it together.
      if (error instanceof LostUpload && mayWrite()) await this.remove(id);
      throw refusalOfDisk(error);
    } finally {
      await spool.close();
      await discardFiles(path);
      await room.end(growth.kept);
    }
  }

  async #found(id: string): Promise<Resumable> {
    const one = await findResumable(this.#app.db, id);
    if (one === null) throw notFound('This upload');
    return one;
  }

  /** What was heard until here; null when some of it came to another process, or was lost. */
  #heardUntil(id: string, offset: number): Heard | null {
    const heard = this.#heard.get(id);
    this.#heard.delete(id);
    if (offset === 0) return { hash: createHash('sha256'), bytes: 0 };
    return heard?.bytes === offset ? heard : null;
  }
}

/** What one request adds to an upload: it gathers on the disk until it is a part, and is in the store by its end. */
class Growth {
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

  /** Brings the end of what came before back from the store. Throws LostUpload when the store has lost it. */
  async begin(): Promise<void> {
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

/** The parts of a whole upload as the store wants them; throws when the last is none. */
export function partsOf({ id, parts }: Resumable): Part[] {
  return parts.map(({ etag }, index) => {
    if (etag === null) throw new Error(`the upload ${id} is whole, and its end is no part of it`);
    return { number: index + 1, etag };
  });
}
