import { type Hash, createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { LRUCache } from 'lru-cache';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Parts, StoreUnavailable } from '../../platform/storage/storage.ts';
import { Growth } from './growth.ts';
import { guardBytes } from './guard-bytes.ts';
import { discardFiles, incomingPath } from './incoming.ts';
import { TUS_EXTENSIONS, type UploadHooks, asOfNow } from './resumable-store.ts';
import { RESUMABLE_HOURS, type Resumable, findResumable, recordGrowing } from './resumable.queries.ts';
import { refusalOfDisk } from './space.ts';
import { LostUpload, bytesIn, growingKey } from './stored-upload.ts';
import { locked } from './upload-locks.ts';

/** The running hash of an upload whose bytes have all passed through this process so far. */
interface Heard {
  hash: Hash;
  bytes: number;
}

/**
 * Resumable uploads that grow in the store, so that any process can continue them. Full parts are parts of an S3
 * multipart upload. The tail is the bytes after the last full part; it is stored as a separate object until more bytes
 * arrive. All parts but the last have the same size, regardless of the sizes of requests, because Cloudflare's store
 * requires it. Only bytes that are in the store count as received, and all other state of an upload is in its row.
 */
export class PartsStore extends DataStore {
  readonly #app: Pick<App, 'db' | 'env' | 'storage'>;
  readonly #parts: Parts;
  readonly #hooks: UploadHooks;
  readonly #heard = new LRUCache<string, Heard>({ max: 1000 });

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
      if (!(await recordGrowing(this.#app.db, one.id, growing))) {
        await this.#parts.abandon(growingKey(one), growing);
        throw notFound('This upload');
      }
      upload.creation_date = one.createdAt.toISOString();
      return upload;
    } catch (error) {
      await this.#hooks.discard(upload.id);
      throw error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes: size, fileName, replaces, parts, growing } = await this.#found(id);
    // An upload that was begun before this installation moved its files into the store can't continue; 404 makes the
    // client start it again.
    if (growing === null) throw notFound('This upload');
    const metadata = { filename: fileName, ...(replaces !== null && { replaces }) };
    return new Upload({ id, size, offset: bytesIn(parts), metadata, creation_date: asOfNow() });
  }

  override async remove(id: string): Promise<void> {
    this.#heard.delete(id);
    await this.#hooks.discard(id);
  }

  /** The hash of an upload that this process received from the first byte to the last; null for any other. */
  receivedHash({ id, bytes }: Resumable): Buffer | null {
    const hashed = this.#heard.get(id);
    return hashed?.bytes === bytes ? hashed.hash.copy().digest() : null;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const one = await this.#found(id);
    // This request lost its lock while the row was read, and another request has continued the upload.
    if (bytesIn(one.parts) !== offset) throw locked();
    const [room, mayWrite] = [this.#hooks.watchReservation(id), this.#hooks.watchLock(id)];
    const path = await incomingPath(this.#app.env);
    const spool = await open(path, 'wx+', 0o600);
    const growth = new Growth(this.#app, this.#parts, one, { spool, path });
    const hashed = this.#heardUntil(id, offset);
    try {
      const into = growth.sink((chunk) => hashed?.hash.update(chunk));
      try {
        await guardBytes(bytes, into, {
          room,
          mayWrite,
          received: () => growth.kept,
          paceWindow: this.#hooks.paceWindow,
        });
      } catch (error) {
        await growth.idle();
        // A request that lost its lock stores nothing, because another one may be writing by now.
        if (mayWrite() && !(error instanceof StoreUnavailable || error instanceof LostUpload)) await growth.end();
        throw error;
      }
      if (!mayWrite()) throw locked();
      await growth.end();
      if (hashed !== null) this.#heard.set(id, { hash: hashed.hash, bytes: growth.kept });
      return growth.kept;
    } catch (error) {
      // A request that lost its lock removes nothing, because another request may have just assembled the file.
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

  /**
   * The running hash up to this offset; null when another process received some of the bytes, or when this process no
   * longer has the hash.
   */
  #heardUntil(id: string, offset: number): Heard | null {
    const hashed = this.#heard.get(id);
    this.#heard.delete(id);
    if (offset === 0) return { hash: createHash('sha256'), bytes: 0 };
    return hashed?.bytes === offset ? hashed : null;
  }
}
