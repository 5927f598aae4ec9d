// Importing this gives a run of tests or measurements a temporary folder of its own, for itself and for all that it starts,
// and removes it at the end of the run. What a run leaves that is killed goes at the start of the next one.
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bornAt } from '../server/supervisor/running.ts';
import { removeData } from './data-folder.ts';

const PREFIX = `scoville-run.${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.`;

// Whoever was started by a run is part of it.
if (process.env['OUTSIDE_TMPDIR'] === undefined) begin(tmpdir());

function begin(outside: string): void {
  sweep(outside);
  const folder = join(outside, `${PREFIX}${nameOf(process.pid)}`);
  // Others may pass: what is started as another account has its place in it.
  mkdirSync(folder, { mode: 0o711 });
  process.env['OUTSIDE_TMPDIR'] = outside;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => remove(folder));
}

/** A process of this machine, whose id alone may be another's by now; null when it is gone. */
function nameOf(pid: number): string | null {
  const born = bornAt(pid);
  return born && `${pid}.${born.split(' ').at(-1)}`;
}

/** Removes the folders of this machine's runs that are over, unless something that they started still goes on. */
function sweep(outside: string): void {
  for (const name of readdirSync(outside)) {
    const owner = name.slice(PREFIX.length);
    const folder = join(outside, name);
    if (!name.startsWith(PREFIX) || owner === nameOf(Number.parseInt(owner, 10))) continue;
    if (isOurs(folder) && !isUsed(folder)) remove(folder);
  }
}

/** Anybody may write where temporary files are: what is another account's says nothing about our runs. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

/** Whether a living process was started with this as its temporary folder. */
function isUsed(folder: string): boolean {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TMPDIR=${folder}`);
    } catch {
      // Gone meanwhile, or another account's, as no run of ours is.
      return false;
    }
  });
}

/** With the databases that could not be kept in their data folders. */
function remove(folder: string): void {
  try {
    for (const name of readdirSync(folder)) removeData(join(folder, name));
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`What a run left in ${folder} could not be removed: ${(error as Error).message}`);
  }
}
