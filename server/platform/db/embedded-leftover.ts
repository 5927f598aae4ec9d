import { readFileSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const linux = process.platform === 'linux';

/**
 * Stops a server whose parent was killed, so that a new server can use the folder. Also removes a lock file whose
 * process id now belongs to another program, which is usual after a restart of a container. Throws with a sentence if
 * the server doesn't stop.
 */
export async function endLeftover(data: string, log: (line: string) => void): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = await pidIn(file);
  if (pid === null) return;
  if (isServerOf(data, pid)) {
    // A fast shutdown, then an immediate one. After both, the folder starts again with every acknowledged change.
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
  // PostgreSQL itself ignores a lock file whose process is dead, but trusts one whose process id belongs to another
  // program. The children of a killed server may outlive it for a moment, and the file must stay until they have ended.
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
 * True if a process is PostgreSQL on this folder, which is then its working directory, by whatever path. On other
 * systems than Linux, true if the process is alive.
 */
function isServerOf(data: string, pid: number): boolean {
  if (!linux) return lives(pid);
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    if (its.dev !== ours.dev || its.ino !== ours.ino) return false;
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    // The process has ended, or belongs to another system account, so that we may not see its working directory.
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
