import type { Limits } from '@scoville/contract/plans.ts';
import type { App } from '../app-context.ts';
import { isUnavailable } from '../db/availability.ts';
import { type Tx, transaction } from '../db/connection.ts';
import { notFound } from '../http/errors.ts';
import {
  insertReservation,
  lockSpace,
  recordReceived,
  reservedSpace,
  removeReservation,
  renewReservation,
  unfinishedOf,
} from './reservations.queries.ts';
import { giveUpResumable } from './resumable.queries.ts';
import { PART } from '../storage/part-memory.ts';
import { checkSpace } from './space.ts';
import { uploadsToEvict } from './uploads-to-evict.ts';

/** A file that is about to come. */
export interface RoomRequest {
  id: string;
  userId: string;
  /** In all. */
  bytes: number;
  /** Of the account's plan. */
  limits: Limits;
  /** Its bytes may come in several requests. */
  resumable: boolean;
}

/** The end of this process's queue for room. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * A transaction in which nobody else is promised room. Of each process one at a time waits for that: a hundred would
 * hold all its connections to the database, and everybody else's calls would wait with them.
 */
function withRoomLock<T>(app: App, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = queue.then(() =>
    transaction(app.db, async (tx) => {
      await lockSpace(tx);
      return work(tx);
    }),
  );
  queue = done.catch(() => {});
  return done;
}

/**
 * Promises room on the disk to a file, over all processes. Throws 507 when the reserve would not hold once every promise
 * is kept, and 429 when the account has too much on its way.
 * @param also runs in the same transaction
 * @returns the unfinished uploads that made way: they are given up, their bytes are the caller's to remove
 */
export async function reserveSpace(
  app: App,
  request: RoomRequest,
  also?: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  return withRoomLock(app, async (tx) => {
    const evicted = uploadsToEvict(await unfinishedOf(tx, request.userId), request.bytes, request.limits);
    for (const id of evicted) await giveUpResumable(tx, id);
    // The promises are read before the disk: a byte that comes in between is counted twice rather than never.
    await checkSpace(app, onDisk(app, request), await reservedSpace(tx, request.id, formsOnly(app)));
    await insertReservation(tx, request);
    await also?.(tx);
    return evicted;
  });
}

/**
 * Promises room again to a resumable upload that goes on. Throws 507 when there is none now (it may try later), 404 when
 * it is gone.
 * @param received bytes that are on the disk
 */
export async function reserveAgain(app: App, { id, bytes }: { id: string; bytes: number }, received: number) {
  if (await renewReservation(app.db, id)) return;
  await withRoomLock(app, async (tx) => {
    const left = { bytes: Math.max(bytes - received, 0), resumable: true };
    await checkSpace(app, onDisk(app, left), await reservedSpace(tx, id, formsOnly(app)));
    if (!(await recordReceived(tx, id, received))) throw notFound('This upload');
  });
}

/** Whether only forms take room on disks of ours: resumable uploads grow in the store. */
const formsOnly = ({ storage }: App): boolean => storage.parts !== null;

/** What a file takes of that room: of one that grows in the store, a part at a time. */
const onDisk = (app: App, { bytes, resumable }: Pick<RoomRequest, 'bytes' | 'resumable'>): number =>
  resumable && formsOnly(app) ? Math.min(bytes, PART) : bytes;

/** Ends a promise, once its file is where it belongs, or given up. Without the database it lapses by itself. */
export async function releaseSpace(app: App, id: string): Promise<void> {
  await removeReservation(app.db, id).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}

/** So many bytes, or milliseconds, may come between two looks at the disk. */
const LOOK_BYTES = 4 * 1024 * 1024;
const LOOK_TIME = 30_000;

/**
 * What a file on its way asks with every chunk, with the bytes that are on the disk: from time to time it notes them and
 * looks at the disk again. Throws 507 when something else took the reserve meanwhile, and 404 when the upload was
 * given up. `end` notes the last count.
 */
export function watchReservation(
  app: App,
  id: string,
): { (received: number): Promise<void>; end(received: number): Promise<void> } {
  let [noted, at] = [0, Date.now()];
  const note = async (received: number): Promise<boolean> => {
    [noted, at] = [received, Date.now()];
    try {
      return await recordReceived(app.db, id, received);
    } catch (error) {
      // A database that is away for a moment costs nobody an upload: what is not noted is counted as still to come.
      if (isUnavailable(error)) return true;
      throw error;
    }
  };
  const watch = async (received: number): Promise<void> => {
    if (received - noted < LOOK_BYTES && Date.now() - at < LOOK_TIME) return;
    await checkSpace(app, 0);
    if (!(await note(received))) throw notFound('This upload');
  };
  return Object.assign(watch, { end: async (received: number) => void (await note(received)) });
}
