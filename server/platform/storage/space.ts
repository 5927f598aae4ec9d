import { stat, statfs } from 'node:fs/promises';
import type { Storage } from './storage.ts';

/** A place that has no room for the requested bytes. */
export interface Shortage {
  place: 'the data folder' | 'the store';
  /** Bytes. */
  free: number;
}

/** Disk space that is reserved for uploads in progress (bytes). */
export interface Reserved {
  files: number;
  /** Bytes that have not arrived yet. */
  remaining: number;
  /** All reserved bytes, arrived or not. */
  whole: number;
}

const NOTHING_RESERVED: Reserved = { files: 0, remaining: 0, whole: 0 };

/**
 * Bytes that each file takes in addition to its own: the rest of its last block, its folders, the protocol's note of
 * it.
 */
const BESIDE = 64 * 1024;

/** Bytes that a process without special rights can still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether the reserve remains untouched after `bytes` more, once all reserved bytes have arrived, too. The reserve is
 * for everything else that an upload creates (its renditions, its rows and the database's log of them): PostgreSQL
 * stops when the disk is full, so the product must stop taking files before.
 * @param reserved bytes of `files` files that have not arrived here yet
 */
export const keepsReserve = (
  { free, reserve }: { free: number; reserve: number },
  reserved: { files: number; bytes: number },
  bytes: number,
): boolean => free - reserved.bytes - reserved.files * BESIDE - bytes - (bytes > 0 ? BESIDE : 0) >= reserve;

/**
 * The first place without room for `bytes` more in addition to the reserved bytes; null when all have room. Files
 * arrive in the data folder and then move into the store. If both are on one disk, its free space already excludes the
 * arrived bytes; a store elsewhere has yet to receive them.
 */
export async function shortageFor(
  { env, storage }: { env: { DATA_DIR: string; FILES_DIR: string; DISK_RESERVE_MB: number }; storage: Storage },
  bytes: number,
  reserved: Reserved = NOTHING_RESERVED,
): Promise<Shortage | null> {
  const reserve = env.DISK_RESERVE_MB * 1024 * 1024;
  const free = await storage.free();
  const oneDisk = free !== null && (await stat(env.DATA_DIR)).dev === (await stat(env.FILES_DIR)).dev;
  const places = [
    { place: 'the data folder', free: await freeBytes(env.DATA_DIR), toCome: reserved.remaining },
    { place: 'the store', free, toCome: oneDisk ? reserved.remaining : reserved.whole },
  ] as const;
  for (const { place, free, toCome } of places)
    if (free !== null && !keepsReserve({ free, reserve }, { files: reserved.files, bytes: toCome }, bytes))
      return { place, free };
  return null;
}

/** Bytes. With less, PostgreSQL can't create another file of its log, which has 16 MB. */
const FULL = 16 * 1024 * 1024;

/** The warning in the health report; null while there is enough free space. */
export async function spaceWarning(app: Parameters<typeof shortageFor>[0]): Promise<string | null> {
  const shortage = await shortageFor(app, 0);
  if (shortage === null) return null;
  return shortage.free < FULL
    ? 'The disk is full: uploads are refused, and so is everything else that is saved on it, until there is room.'
    : 'The disk is nearly full: uploads are refused until there is room.';
}

/** Whether a write failed because there was no space, or because of a quota. */
export const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
