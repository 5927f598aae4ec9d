import { readFileSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const linux = process.platform === 'linux';

/**
 * Ends a server whose parent was killed, so that a new one can have the folder, and clears a lock file whose process
 * id belongs to somebody else by now (after a restart of a container it usually does). Throws with a sentence when the
 * server does not end.
 */
export async function endLeftover(data: string, log: (line: string) => void): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = await pidIn(file);
  if (pid === null) return;
  if (isServerOf(data, pid)) {
    // Fast, then immediate: both leave a folder that starts again with everything acknowledged.
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      send(pid, signal);
      for (let tries = 0; tries < 200 && isServerOf(data, pid); tries += 1) await wait(50);
    }
    if (isServerOf(data, pid))
      throw new Error(
        `The database server that was left behind (process ${pid}) does not stop. Stop it and start again.`,
      );
    log('A database server that was left behind was stopped.');
    return;
  }
  // A dead process of that number PostgreSQL sees through by itself; a stranger's it believes in. Its own children may
  // outlive a killed server for a moment, and while one does, the file must stay.
  if (linux && lives(pid) && (await childrenEnd(data))) await rm(file, { force: true });
}

async function pidIn(file: string): Promise<number | null> {
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Whether a process is PostgreSQL on this folder: its working directory is, by whatever path it sees it. Elsewhere than
 * on Linux, whether it lives.
 */
function isServerOf(data: string, pid: number): boolean {
  if (!linux) return lives(pid);
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    if (its.dev !== ours.dev || its.ino !== ours.ino) return false;
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    // Gone, or a stranger's whose working directory is not ours to see.
    return false;
  }
}

async function childrenEnd(data: string): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (!readdirSync('/proc').some((name) => /^\d+$/.test(name) && isServerOf(data, Number(name)))) return true;
    await wait(50);
  }
  return false;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
