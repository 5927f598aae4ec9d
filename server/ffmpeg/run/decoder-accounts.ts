import { readFileSync, readdirSync } from 'node:fs';
import { chown, constants, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MediaError } from '../media-error.ts';
import { type Slot, acquireSlot } from './slots.ts';

/**
 * The user and group ids of decoders: nobody else's on a usual system, below what containers map, and beside the
 * database's 64201. Those that work at the same time have one each, on all of the machine.
 */
export const DECODER_IDS: readonly number[] = Array.from({ length: 60 }, (_, index) => 64_202 + index);

/** A folder while decoders work in it. */
export interface Assignment {
  /** Who owns it and works in it. */
  id: number;
  /** Ends what is left of its processes and returns the folder to us, once nobody works in it any more. */
  end: () => Promise<void>;
}

interface Assigned {
  account: Promise<{ id: number; slot: Slot }>;
  users: number;
}

/** Folders in which decoders of this process work, and those that are just taken back. */
const assigned = new Map<string, Assigned>();
const ending = new Map<string, Promise<void>>();

/**
 * Assigns a folder, with the plain files in it, to an account that no other folder's decoders use. Decoders that work in
 * one folder are one account. Throws MediaError `engine` when all accounts are at work.
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
    // Whoever made the folder has removed it already.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await slot.release();
  }
}

async function acquireAccount(): Promise<{ id: number; slot: Slot }> {
  const busy = new Set(processes().map(({ uid }) => uid));
  for (const id of DECODER_IDS) {
    // Somebody's who runs under that number, or one that outlived its worker.
    if (busy.has(id)) continue;
    const slot = await acquireSlot(`decoder-${id}`);
    if (slot !== null) return { id, slot };
  }
  throw new MediaError('engine', 'every decoder account is in use');
}

/** Makes the folder and the plain files directly in it somebody's. Links are nobody's: what they name is not ours. */
async function chownFolder(folder: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await chownFile(join(folder, entry.name), uid, gid);
  await chown(folder, uid, gid);
}

async function chownFile(path: string, uid: number, gid: number): Promise<void> {
  try {
    // By its handle, so that what was looked at is what changes hands, whatever a decoder puts in its place.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isFile() && found.nlink === 1 && found.uid !== uid) await file.chown(uid, gid);
    } finally {
      await file.close();
    }
  } catch (error) {
    // A decoder beside this one has just renamed or removed it, or put a link there.
    if (!['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Every process that runs, with its account; those that have ended and wait for their parents are left out. */
function processes(): { pid: number; uid: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // Not who owns the folder in /proc: a process can make that root. At once, since there are hundreds of these.
      const status = readFileSync(`/proc/${name}/status`, 'latin1');
      const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
      return uid === undefined || /^State:\s+[ZX]/m.test(status) ? [] : [{ pid: Number(name), uid: Number(uid) }];
    } catch {
      // It has ended.
      return [];
    }
  });
}

/** Ends what a decoder started apart from itself, where no namespace of processes ends with it. */
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
  throw new MediaError('engine', `processes of the decoder’s account ${id} do not end`);
}
