import { readFileSync, readdirSync } from 'node:fs';
import { chown, constants, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ProcessingError } from '../processing-error.ts';
import { type Slot, acquireSlot } from './slots.ts';

/**
 * The user and group ids of the system accounts of decoders. On a usual system no other account has them: they are
 * below the ids that containers map, and next to the database's 64201. Decoders that work at the same time have
 * different ids, on the whole machine.
 */
export const DECODER_IDS: readonly number[] = Array.from({ length: 60 }, (_, index) => 64_202 + index);

/** The account of the operating system to which a folder is assigned while decoders work in it. */
export interface Assignment {
  /** The id of the system account, which owns the folder and runs the decoders. */
  id: number;
  /**
   * Kills the remaining processes of the system account and returns the folder to us, once the last decoder in it has
   * ended.
   */
  end: () => Promise<void>;
}

interface Assigned {
  account: Promise<{ id: number; slot: Slot }>;
  users: number;
}

/** Folders in which decoders of this process work, and folders that are being taken back. */
const assigned = new Map<string, Assigned>();
const ending = new Map<string, Promise<void>>();

/**
 * Assigns a folder, with the plain files in it, to a system account that the decoders of no other folder use. All
 * decoders in one folder share a system account. Throws ProcessingError `engine` when all system accounts for decoders
 * are in use.
 */
export async function assignAccount(folder: string): Promise<Assignment> {
  for (let before = ending.get(folder); before !== undefined; before = ending.get(folder)) await before.catch(() => {});
  const entry = assigned.get(folder) ?? { account: acquireAccount(), users: 0 };
  assigned.set(folder, entry);
  entry.users += 1;
  const end = async (): Promise<void> => {
    entry.users -= 1;
    if (entry.users > 0) return;
    assigned.delete(folder);
    const over = reclaim(folder, entry).finally(() => ending.delete(folder));
    ending.set(folder, over);
    await over;
  };
  try {
    const { id } = await entry.account;
    await chownFolder(folder, id, id);
    return { id, end };
  } catch (error) {
    await end().catch(() => {});
    throw error;
  }
}

async function reclaim(folder: string, { account }: Assigned): Promise<void> {
  const { id, slot } = await account;
  try {
    await endProcessesOf(id);
    await chownFolder(folder, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  } catch (error) {
    // The caller has removed its folder already.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await slot.release();
  }
}

async function acquireAccount(): Promise<{ id: number; slot: Slot }> {
  const busy = new Set(processes().map(({ uid }) => uid));
  for (const id of DECODER_IDS) {
    // Used by another program that runs under that id, or by a decoder that outlived its worker.
    if (busy.has(id)) continue;
    const slot = await acquireSlot(`decoder-${id}`);
    if (slot !== null) return { id, slot };
  }
  throw new ProcessingError('engine', 'every decoder account is in use');
}

/**
 * Changes the owner of a folder and of the plain files directly in it. Links are skipped, because their targets may not
 * be ours.
 */
async function chownFolder(folder: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await chownFile(join(folder, entry.name), uid, gid);
  await chown(folder, uid, gid);
}

async function chownFile(path: string, uid: number, gid: number): Promise<void> {
  try {
    // Uses a handle, so that the checked file is the one whose owner changes, even if a decoder replaces it.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isFile() && found.nlink === 1 && found.uid !== uid) await file.chown(uid, gid);
    } finally {
      await file.close();
    }
  } catch (error) {
    // Another decoder has just renamed or removed the file, or put a link in its place.
    if (!['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** All running processes with their system accounts, without those that have ended and wait for their parents. */
function processes(): { pid: number; uid: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The owner of the folder in /proc is unreliable, because a process can make it root. Read synchronously, since
      // there are hundreds of these files.
      const status = readFileSync(`/proc/${name}/status`, 'latin1');
      const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
      return uid === undefined || /^State:\s+[ZX]/m.test(status) ? [] : [{ pid: Number(name), uid: Number(uid) }];
    } catch {
      // The process has ended.
      return [];
    }
  });
}

/** Kills the processes that a decoder left behind, where no PID namespace ends with the decoder. */
async function endProcessesOf(id: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const left = processes().filter(({ uid }) => uid === id);
    if (left.length === 0) return;
    for (const { pid } of left)
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    await wait(10);
  }
  throw new ProcessingError('engine', `processes of the decoder’s account ${id} do not end`);
}
