import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface Known {
  name: string;
  pid: number;
  /** The start time that the kernel gave it: a pid alone may be somebody else's by now. */
  born: string;
}

/** What runs on a data folder, written down so that the next start finds what a kill -9 left behind. */
export interface Running {
  /** Those of the supervisor before us. */
  leftovers: Known[];
  add(name: string, pid: number | undefined): Promise<void>;
  release(): Promise<void>;
}

/** The start time of a living process in clock ticks since boot (proc(5), field 22), or null. Without /proc, its mere life. */
export function bornAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    if (process.platform === 'linux') return null;
  }
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch {
    return null;
  }
}

const lives = ({ pid, born }: Known): boolean => bornAt(pid) === born;

/** Makes this process the supervisor of a folder. Throws when another one is, and lives. */
export async function claimFolder(dataDir: string): Promise<Running> {
  const folder = join(dataDir, 'run');
  const file = join(folder, 'running.json');
  await mkdir(folder, { recursive: true });
  const before = await read(file);
  const supervisor = before.find(({ name }) => name === 'supervisor');
  if (supervisor && supervisor.pid !== process.pid && lives(supervisor))
    throw new Error(
      `The product already runs on ${dataDir} (process ${supervisor.pid}). Stop it first, or name another folder in DATA_DIR.`,
    );
  const gate = await claimGate(join(folder, 'claim'), dataDir);
  const known = new Map<string, Known>();
  let writing = Promise.resolve();
  const write = () =>
    (writing = writing.then(async () => {
      await writeFile(`${file}.new`, JSON.stringify([...known.values()]));
      await rename(`${file}.new`, file);
    }));
  const add = async (name: string, pid: number | undefined) => {
    const born = pid === undefined ? null : bornAt(pid);
    if (pid === undefined || born === null) return;
    known.set(name, { name, pid, born });
    await write();
  };
  const leftovers = before.filter(({ name }) => name !== 'supervisor');
  // Until they are gone they stay written down: we may be killed, too.
  for (const one of leftovers) known.set(`before ${one.name}`, one);
  await add('supervisor', process.pid);
  await gate();
  return {
    leftovers: leftovers.filter(lives),
    add,
    async release() {
      await writing;
      await rm(file, { force: true });
    },
  };
}

/** Two starts at the same moment: the one that makes the file goes on. A gate of the dead falls after five seconds. */
async function claimGate(file: string, dataDir: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      await (await open(file, 'wx')).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await wait(100);
    }
  }
  await rm(file, { force: true });
  throw new Error(`Another start on ${dataDir} did not finish. Try again.`);
}

async function read(file: string): Promise<Known[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Known[];
  } catch {
    // None yet, or cut off by a crash of the machine, after which nothing of it lives.
    return [];
  }
}

/** Ends what a killed supervisor left: politely, then not. The database's own leftovers are its own business. */
export async function endLeftovers(running: Running, say: (line: string) => void): Promise<void> {
  const processes = running.leftovers.filter(({ name }) => !name.endsWith('database'));
  if (processes.length === 0) return;
  say(`Ending ${processes.length} processes that were left behind.`);
  for (const { pid } of processes) process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 100 && processes.some(lives); tries += 1) await wait(100);
  for (const one of processes.filter(lives)) process.kill(one.pid, 'SIGKILL');
}
