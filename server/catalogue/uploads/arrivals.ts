import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataStore } from '@tus/server';
import type { App } from '../../platform/app-context.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { NotGrowing, type Parts, StoreUnavailable } from '../../platform/storage/storage.ts';
import type { Whole } from './accept-file.ts';
import { discardResumable, resumableFolder } from './incoming.ts';
import { PartsStore } from './parts-store.ts';
import { ResumableStore, type UploadHooks } from './resumable-store.ts';
import { RESUMABLE_HOURS, type Resumable, deleteResumable, findAbandoned } from './resumable.queries.ts';
import { LostUpload, bytesIn, growingKey, partsOf, tailsPrefix } from './stored-upload.ts';

type Installation = Pick<App, 'db' | 'env' | 'storage' | 'log'>;

/** The place where the bytes of resumable uploads are collected until they are complete. */
export interface Arrivals {
  /** The store that the tus library writes to. */
  store: DataStore;
  /** Number of bytes of an upload that are safely stored; null when nothing of the upload is kept any more. */
  received(one: Resumable): Promise<number | null>;
  /**
   * Makes one file of a completely received upload. May be called again when a later step failed. Throws LostUpload
   * when the store has lost the received bytes.
   */
  whole(one: Resumable): Promise<Whole>;
  /** Removes the remaining files of an upload after its hand-over. */
  tidy(id: string): Promise<void>;
}

/** Collects uploads in the store if files can grow there, otherwise in a folder that all web processes share. */
export async function openArrivals(app: Installation, hooks: UploadHooks): Promise<Arrivals> {
  return app.storage.parts === null ? inFolder(app, hooks) : inStore(app, app.storage.parts, hooks);
}

async function inFolder({ env, storage }: Installation, hooks: UploadHooks): Promise<Arrivals> {
  const directory = resumableFolder(env);
  await mkdir(directory, { recursive: true, mode: 0o750 });
  return {
    store: new ResumableStore({ directory, expirationPeriodInMilliseconds: RESUMABLE_HOURS * 3600 * 1000 }, hooks),
    async received(one) {
      // A failed hand-over may have moved the file into the store.
      return (await sizeOf(join(directory, one.id))) ?? storage.size(growingKey(one));
    },
    async whole(one) {
      const { id: sourceId, bytes } = one;
      const path = join(directory, sourceId);
      if ((await sizeOf(path)) === null)
        return { sourceId, bytes, sha256: await hashOf(await storage.read(growingKey(one))) };
      const sha256 = await hashOf(createReadStream(path, { highWaterMark: 1024 * 1024 }));
      return { path, sourceId, bytes, sha256 };
    },
    tidy: (id) => discardResumable(env, id),
  };
}

function inStore(app: Installation, parts: Parts, hooks: UploadHooks): Arrivals {
  const store = new PartsStore(app, parts, hooks);
  return {
    store,
    received: async (one) => (one.growing === null ? null : bytesIn(one.parts)),
    async whole(one) {
      const key = growingKey(one);
      await markForDeletion(app.db, [key]);
      // A process that died after `complete` has already assembled the file.
      const isWhole = async () => (await app.storage.size(key)) === one.bytes;
      if (!(await isWhole()))
        await parts.complete(key, one.growing ?? '', partsOf(one)).catch(async (error: unknown) => {
          if (!(error instanceof NotGrowing)) throw error;
          // An earlier attempt may have assembled the file, with only the store's reply lost.
          if (!(await isWhole())) throw new LostUpload();
        });
      const sha256 = store.receivedHash(one) ?? (await hashOf(await app.storage.read(key)));
      return { sourceId: one.id, bytes: one.bytes, sha256 };
    },
    // Failures are ignored: the uploader is waiting for the reply, and the sweep tries again.
    tidy: (id) => app.storage.remove(tailsPrefix(id)).catch(() => {}),
  };
}

const sizeOf = async (path: string): Promise<number | null> => (await stat(path).catch(() => null))?.size ?? null;

async function hashOf(bytes: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest();
}

/**
 * Removes the bytes of uploads that were given up, and then their rows. Failures are logged and left to the sweep,
 * because the request that gave these uploads up is waiting for a reply about something else.
 */
export async function removeAbandoned(app: Installation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await removeArrivals(app, await findAbandoned(app.db, ids));
  } catch (error) {
    app.log.warn({ err: error, ids }, 'what came of uploads that were given up is left to the sweep');
  }
}

/**
 * Removes the bytes and then the rows of these expired uploads, but not the song or video of an upload that was handed
 * over. If an upload can't be removed, the failure is logged, its row is kept, and the others are still removed. The
 * errors are thrown together after the last upload.
 * @param signal stops the removal between two uploads, throwing the signal's reason
 */
export async function removeArrivals(
  app: Installation,
  uploads: Iterable<Resumable> | AsyncIterable<Resumable>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let count = 0;
  for await (const one of uploads) {
    signal?.throwIfAborted();
    count += 1;
    try {
      await removeBytes(app, one);
    } catch (error) {
      // The store is unreachable, so each of the other uploads would wait for it as long as this one did.
      if (error instanceof StoreUnavailable) throw error;
      app.log.error({ err: error, id: one.id }, 'what came of an upload could not be removed');
      failures.push(error);
      continue;
    }
    await deleteResumable(app.db, one.id);
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${count} uploads could not be removed.`);
}

async function removeBytes({ env, storage }: Installation, one: Resumable): Promise<void> {
  if (storage.parts === null) return discardResumable(env, one.id);
  await storage.remove(tailsPrefix(one.id));
  if (one.mediaId === null && one.growing !== null) await storage.parts.abandon(growingKey(one), one.growing);
}
