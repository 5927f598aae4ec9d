// Importing this gives a run of tests or measurements its own temporary folder, for itself and for all that it starts,
// and removes the folder at the end of the run. The folder of a killed run is removed at the start of the next one.
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bornAt } from '../server/frame/supervisor/running.ts';
import { removeData } from './data-folder.ts';

const PREFIX = `scoville-run.${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.`;

// A process that a run started is part of that run.
if (process.env['OUTSIDE_TMPDIR'] === undefined) begin(tmpdir());

function begin(outside: string): void {
  sweep(outside);
  const folder = join(outside, `${PREFIX}${nameOf(process.pid)}`);
  // Others may pass through it, because programs that run as another system account have their place in it.
  mkdirSync(folder, { mode: 0o711 });
  process.env['OUTSIDE_TMPDIR'] = outside;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => remove(folder));
}

/** Names a process of this machine by its id and its start, because ids are reused; null if it has ended. */
function nameOf(pid: number): string | null {
  const born = bornAt(pid);
  return born && `${pid}.${born.split(' ').at(-1)}`;
}

/** Removes the folders of this machine's ended runs, unless a process that they started still runs. */
function sweep(outside: string): void {
  for (const name of readdirSync(outside)) {
    const owner = name.slice(PREFIX.length);
    const folder = join(outside, name);
    if (!name.startsWith(PREFIX) || owner === nameOf(Number.parseInt(owner, 10))) continue;
    if (isOurs(folder) && !isUsed(folder)) remove(folder);
  }
}

/** Every system account may write where temporary files are kept, so folders of other accounts aren't ours. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

/** Whether a living process was started with this temporary folder. */
function isUsed(folder: string): boolean {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TMPDIR=${folder}`);
    } catch {
      // The process has ended in the meantime, or belongs to another system account, which our runs never do.
      return false;
    }
  });
}

/** Removes a folder, with the databases that couldn't be kept in their data folders. */
function remove(folder: string): void {
  try {
    for (const name of readdirSync(folder)) removeData(join(folder, name));
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`What a run left in ${folder} could not be removed: ${(error as Error).message}`);
  }
}
