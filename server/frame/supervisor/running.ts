import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface Known {
  name: string;
  pid: number;
  /** When the kernel started the process, because its pid may later belong to another program. */
  born: string;
  /** True while the supervisor is stopping; the next start waits for its end. */
  leaving?: true;
}

/** Another supervisor runs on this folder, or is starting. The message contains instructions. */
export class FolderInUse extends Error {}

/** Most milliseconds for a supervisor to end its processes. */
const LEAVING = 60_000;

/** The record of a data folder's processes, from which the next start finds processes that outlived a kill -9. */
export interface Running {
  /** Processes of the previous supervisor that are still alive. */
  leftovers: Known[];
  /** Records a process. The file is written before this returns, because we may be killed at any moment. */
  add(name: string, pid: number | undefined): void;
  /** Records that this supervisor is stopping. */
  leave(): void;
  /** Removes this supervisor from the record, but not leftover processes that it didn't end. */
  release(): void;
}

/** Used instead of a start time on systems without /proc. */
const ALIVE = 'alive';

/**
 * The boot id and start time of a living process (proc(5) stat, field 22), or null. Without /proc, only whether it is
 * alive.
 */
export function bornAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return fields[0] === 'Z' ? null : `${boot} ${fields[19]}`;
  } catch {
    if (process.platform === 'linux') return null;
  }
  try {
    process.kill(pid, 0);
    return ALIVE;
  } catch {
    return null;
  }
}

const isSupervisor = ({ name }: Known): boolean => name === 'supervisor';
const lives = ({ pid, born }: Known): boolean => bornAt(pid) === born;

/** Machines may share a data folder (docs/servers.md), but each one can only check its own processes. */
const MACHINE = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-');

/** The file that records the processes of this machine on a data folder. */
export const runningFile = (dataDir: string): string => join(dataDir, 'run', `running-${MACHINE}.json`);

/**
 * The processes recorded for this machine. Other files count if their processes are alive here, because the machine may
 * have had another name, and an older version of the product had one file for all machines.
 */
function readProcesses(dataDir: string): Known[] {
  const folder = join(dataDir, 'run');
  const own = runningFile(dataDir);
  const others = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^running.*\.json$/.test(name) && join(folder, name) !== own)
    .flatMap((name) => read<Known[]>(join(folder, name)) ?? []);
  // If only a pid is known, it may belong to another machine.
  return [...others.filter((one) => one.born !== ALIVE && lives(one)), ...(read<Known[]>(own) ?? [])];
}

/** True if a supervisor runs on this folder and machine. Its database may not have started yet. */
export const isSupervised = (dataDir: string): boolean =>
  readProcesses(dataDir).some((one) => isSupervisor(one) && lives(one));

/**
 * Makes this process the supervisor of a folder on this machine. Waits for a supervisor that is stopping. Throws
 * FolderInUse if another one is running, and the file system's error if nothing can be written there. Later errors of
 * the file system are only logged, because stopping for them would leave processes behind.
 */
export async function claimFolder(
  dataDir: string,
  say: (line: string) => void = (line) => console.error(line),
): Promise<Running> {
  const folder = join(dataDir, 'run');
  mkdirSync(folder, { recursive: true });
  const file = runningFile(dataDir);
  const known = new Map<string, Known>();
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify([...known.values()]));
    renameSync(`${file}.new`, file);
  };
  const note = () => {
    try {
      write();
    } catch (error) {
      say(`What runs here could not be written to ${file}: ${(error as Error).message}`);
    }
  };
  const add = (name: string, pid: number | undefined) => {
    const born = pid === undefined ? null : bornAt(pid);
    if (pid === undefined || born === null) return;
    known.set(name, { name, pid, born });
    note();
  };

  const open = await claimGate(join(folder, `claim-${MACHINE}`), dataDir);
  try {
    let before = readProcesses(dataDir);
    let supervisor = before.find(isSupervisor);
    for (const until = Date.now() + LEAVING; supervisor?.leaving && lives(supervisor) && Date.now() < until;) {
      await wait(50);
      before = readProcesses(dataDir);
      supervisor = before.find(isSupervisor);
    }
    if (supervisor && supervisor.pid !== process.pid && lives(supervisor))
      throw new FolderInUse(
        `The product already runs on ${dataDir} (process ${supervisor.pid}). Stop it first, or name another folder in DATA_DIR.`,
      );
    const leftovers = before.filter((one) => !isSupervisor(one) && lives(one));
    // They stay recorded until they have ended.
    for (const one of leftovers) known.set(`${one.name} ${one.pid}`, one);
    const own: Known = { name: 'supervisor', pid: process.pid, born: bornAt(process.pid) ?? ALIVE };
    known.set(own.name, own);
    write();
    const leave = () => {
      own.leaving = true;
      note();
    };
    const release = () => {
      const left = leftovers.filter(lives);
      if (left.length === 0) return rmSync(file, { force: true });
      known.clear();
      for (const one of left) known.set(`${one.name} ${one.pid}`, one);
      note();
    };
    return { leftovers, add, leave, release };
  } finally {
    open();
  }
}

/**
 * Of two simultaneous starts, the one that creates the file continues, and the other one waits. The file of a dead
 * process doesn't count.
 */
async function claimGate(file: string, dataDir: string): Promise<() => void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      signClaim(openSync(file, 'wx'), file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = read<Known>(file);
      // A file without content is new, or its creator died before it wrote it; after most of the wait, it counts as the
      // latter.
      if (holder ? !lives(holder) : tries === 40) rmSync(file, { force: true });
      else await wait(100);
    }
  }
  throw new FolderInUse(`Another start on ${dataDir} did not finish. Try again.`);
}

/**
 * Writes the process id into the file. Removes the file if that fails, for example on a full disk, because an empty
 * file would delay the next start.
 */
function signClaim(handle: number, file: string): void {
  try {
    writeSync(handle, JSON.stringify({ name: 'claim', pid: process.pid, born: bornAt(process.pid) }));
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

function read<Shape>(file: string): Shape | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shape;
  } catch (error) {
    // The file doesn't exist, or was truncated by a crash of the machine, after which its processes are dead, too.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Ends the processes of a killed supervisor with SIGTERM, and after ten seconds with SIGKILL. The start of the database
 * handles its own leftover process.
 */
export async function endLeftovers(running: Running, say: (line: string) => void): Promise<void> {
  const processes = running.leftovers.filter(({ name }) => name !== 'database');
  if (processes.length === 0) return;
  say(`Ending ${processes.length} processes that were left behind.`);
  for (const one of processes.filter(lives)) process.kill(one.pid, 'SIGTERM');
  for (let tries = 0; tries < 100 && processes.some(lives); tries += 1) await wait(100);
  for (const one of processes.filter(lives)) process.kill(one.pid, 'SIGKILL');
  while (processes.some(lives)) await wait(20);
}
