import type { Limits } from '@scoville/contract/accounts/plans.ts';
import type { App } from '../../platform/app-context.ts';
import { isUnavailable } from '../../platform/db/availability.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/http/errors.ts';
import {
  insertReservation,
  lockSpace,
  recordReceived,
  reservedSpace,
  removeReservation,
  renewReservation,
  listUnfinished,
} from './reservations.queries.ts';
import { abandonResumable } from './resumable.queries.ts';
import { PART } from '../../platform/storage/part-memory.ts';
import { checkSpace } from './space.ts';
import { uploadsToEvict } from './uploads-to-evict.ts';

/** A file that is about to arrive. */
export interface RoomRequest {
  id: string;
  userId: string;
  /** Total size. */
  bytes: number;
  /** The limits of the account's plan. */
  limits: Limits;
  /** Whether the bytes may arrive in several requests. */
  resumable: boolean;
}

/** The last entry in this process's queue for reserving space. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs a transaction while no other one, in any process, can reserve space. Each process waits for this lock with one
 * transaction at a time: a hundred waiting transactions would occupy all its database connections, and all other calls
 * would wait with them.
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
 * Reserves disk space for a file, across all processes. Throws 507 when the disk's reserve would not remain once all
 * reservations are used, and 429 when the account has too many uploads in progress.
 * @param also runs in the same transaction
 * @returns the unfinished uploads that were evicted: they are given up, and the caller removes their bytes
 */
export async function reserveSpace(
  app: App,
  request: RoomRequest,
  also?: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  return withRoomLock(app, async (tx) => {
    const evicted = uploadsToEvict(await listUnfinished(tx, request.userId), request.bytes, request.limits);
    for (const id of evicted) await abandonResumable(tx, id);
    // Reservations are read before the free disk space: a byte that arrives in between is counted twice rather than
    // never.
    await checkSpace(app, onDisk(app, request), await reservedSpace(tx, request.id, formsOnly(app)));
    await insertReservation(tx, request);
    await also?.(tx);
    return evicted;
  });
}

/**
 * Reserves space again for a resumable upload that continues. Throws 507 when there is none now (the client may try
 * later), 404 when the upload is gone.
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

/** Whether only forms take space on our disks, because resumable uploads grow in the store. */
const formsOnly = ({ storage }: App): boolean => storage.parts !== null;

/** Bytes that a file takes on our disks. A file that grows in the store takes one part at a time. */
const onDisk = (app: App, { bytes, resumable }: Pick<RoomRequest, 'bytes' | 'resumable'>): number =>
  resumable && formsOnly(app) ? Math.min(bytes, PART) : bytes;

/**
 * Releases a reservation once its file is stored or given up. If the database is unavailable, the reservation lapses on
 * its own.
 */
export async function releaseSpace(app: App, id: string): Promise<void> {
  await removeReservation(app.db, id).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}

/** The disk is checked again after this many bytes or milliseconds. */
const LOOK_BYTES = 4 * 1024 * 1024;
const LOOK_TIME = 30_000;

/**
 * Returns a check to call with every chunk of an upload and the number of bytes that are on the disk. From time to time
 * the check records that number and looks at the disk again. It throws 507 when the reserve has been taken by something
 * else in the meantime, and 404 when the upload was given up. `end` records the last count.
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
      // A database that is unavailable for a moment must not fail an upload. Bytes that aren't recorded count as still
      // to come.
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
