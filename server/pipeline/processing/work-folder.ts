import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';

const workFolder = (env: Pick<Env, 'DATA_DIR'>): string => join(env.DATA_DIR, 'work');

/**
 * The folder name of a living process: machine, process id and start time, since ids are reused. Null for a dead
 * process.
 */
async function ownName(pid: number): Promise<string | null> {
  const machine = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
  try {
    // Field 22 of proc(5) stat is the start time in clock ticks; the name before it may hold spaces.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return `${machine}.${pid}.${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return isAlive(pid) ? `${machine}.${pid}.0` : null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A new folder for one run of one job, inside this process's own folder. The caller removes it. */
export async function openWorkFolder(env: Pick<Env, 'DATA_DIR'>): Promise<string> {
  const folder = join(workFolder(env), (await ownName(process.pid)) ?? '', newId());
  await mkdir(folder, { recursive: true, mode: 0o750 });
  return folder;
}

const DAY = 24 * 3600 * 1000;

/** Removes the folders of dead processes; those of other machines after a day. Returns their number. */
export async function sweepWorkFolders(env: Env): Promise<number> {
  const names = await readdir(workFolder(env)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const machine = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
  let removed = 0;
  for (const name of names) {
    const path = join(workFolder(env), name);
    const [host, pid] = name.split('.');
    const dead =
      host === machine ? (await ownName(Number(pid))) !== name : Date.now() - (await stat(path)).mtimeMs > DAY;
    if (!dead) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
