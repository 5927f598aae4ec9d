import { statfs } from 'node:fs/promises';
import type { Storage } from './storage.ts';

/** A place that cannot take what was wanted. */
export interface Shortage {
  place: 'the data folder' | 'the store';
  /** Bytes. */
  free: number;
}

/** Bytes that a process without special rights may still write where a folder is. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether `bytes` more leave the reserve alone. The reserve is for what an upload brings with it (its renditions, its
 * rows and the database's log of them) and for uploads that are on their way already: PostgreSQL stops when the disk is
 * full, so the product must stop taking files before.
 */
export const fits = (free: number, bytes: number, reserve: number): boolean => free - bytes >= reserve;

/**
 * The first place that could not take `bytes` more; null when all could. Files arrive in the data folder and go on into
 * the store, which may lie elsewhere.
 */
export async function shortageFor(
  { env, storage }: { env: { DATA_DIR: string; DISK_RESERVE_MB: number }; storage: Storage },
  bytes: number,
): Promise<Shortage | null> {
  const reserve = env.DISK_RESERVE_MB * 1024 * 1024;
  const places = [
    { place: 'the data folder', free: await freeBytes(env.DATA_DIR) },
    { place: 'the store', free: await storage.free() },
  ] as const;
  for (const { place, free } of places) if (free !== null && !fits(free, bytes, reserve)) return { place, free };
  return null;
}

/** What health says of it; null while there is room. */
export const concernAboutSpace = async (app: Parameters<typeof shortageFor>[0]): Promise<string | null> =>
  (await shortageFor(app, 0)) === null ? null : 'The disk is nearly full: uploads are refused until there is room.';

/** Whether a write failed because there was no space, or because of a quota. */
export const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
