import { type Hash, createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { App } from '../app-context.ts';
import { setBounded } from '../bounded-map.ts';
import { notFound } from '../http/errors.ts';
import { type Parts, StoreUnavailable } from '../storage/storage.ts';
import { Growth } from './growth.ts';
import { guardBytes } from './guard-bytes.ts';
import { discardFiles, incomingPath } from './incoming.ts';
import { TUS_EXTENSIONS, type UploadHooks, asOfNow } from './resumable-store.ts';
import { RESUMABLE_HOURS, type Resumable, findResumable, noteGrowing } from './resumable.queries.ts';
import { refusalOfDisk } from './space.ts';
import { LostUpload, bytesIn, growingKey } from './stored-upload.ts';
import { locked } from './upload-locks.ts';

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
