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
  /** When the kernel started it: a pid alone may be somebody else's by now. */
  born: string;
  /** It is ending: who comes now waits for it. */
  leaving?: true;
}

/** Somebody else runs on this folder, or is about to; says what to do. */
export class FolderInUse extends Error {}

/** So long may a supervisor take to end what it started (milliseconds). */
const LEAVING = 60_000;

/** What runs on a data folder, written down so that the next start finds what a kill -9 left behind. */
export interface Running {
  /** Those of the supervisor before us that still live. */
  leftovers: Known[];
  /** Writes a process down before it returns: we may be killed at any moment. */
  add(name: string, pid: number | undefined): void;
  /** Says that this supervisor is ending. */
  leave(): void;
  /** Forgets this supervisor, and not what it was told of and did not end. */
  release(): void;
}

/** What is known of a process without /proc: it lives. */
const ALIVE = 'alive';

/** The boot and start time of a living process (proc(5) stat, field 22), or null. Without /proc, its mere life. */
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

/** Machines may share a data folder (docs/servers.md), and each knows of its own processes alone whether they live. */
const MACHINE = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-');

/** Where is written down what runs on a data folder on this machine. */
export const runningFile = (dataDir: string): string => join(dataDir, 'run', `running-${MACHINE}.json`);

/**
 * What was written down here, and elsewhere of what lives on this machine: it may have had another name by then, or a
 * version of ours that had one file for all.
 */
function knownOn(dataDir: string): Known[] {
  const folder = join(dataDir, 'run');
  const own = runningFile(dataDir);
  const others = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^running.*\.json$/.test(name) && join(folder, name) !== own)
    .flatMap((name) => read<Known[]>(join(folder, name)) ?? []);
  // A process id that merely lives proves nothing of another machine's.
  return [...others.filter((one) => one.born !== ALIVE && lives(one)), ...(read<Known[]>(own) ?? [])];
}

/** Whether somebody supervises a folder on this machine now, whose database may not be there yet. */
export const isSupervised = (dataDir: string): boolean =>
  knownOn(dataDir).some((one) => isSupervisor(one) && lives(one));

/**
 * Makes this process the supervisor of a folder on this machine. Waits for one that is ending; throws FolderInUse when
 * another one lives on, and what the file system says when nothing can be written there. Later on such trouble is only
 * said: whoever stops because of it leaves processes behind.
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
    let before = knownOn(dataDir);
    let supervisor = before.find(isSupervisor);
    for (const until = Date.now() + LEAVING; supervisor?.leaving && lives(supervisor) && Date.now() < until;) {
      await wait(50);
      before = knownOn(dataDir);
      supervisor = before.find(isSupervisor);
    }
    if (supervisor && supervisor.pid !== process.pid && lives(supervisor))
      throw new FolderInUse(
        `The product already runs on ${dataDir} (process ${supervisor.pid}). Stop it first, or name another folder in DATA_DIR.`,
      );
    const leftovers = before.filter((one) => !isSupervisor(one) && lives(one));
    // Until they are gone they stay written down.
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

/** Two starts at the same moment: the one that makes the file goes on, the other waits; the dead hold nothing. */
async function claimGate(file: string, dataDir: string): Promise<() => void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      signClaim(openSync(file, 'wx'), file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = read<Known>(file);
      // Without a text it was made this moment, or its maker died in it; that one is given the whole wait.
      if (holder ? !lives(holder) : tries === 40) rmSync(file, { force: true });
      else await wait(100);
    }
  }
  throw new FolderInUse(`Another start on ${dataDir} did not finish. Try again.`);
}

/** Writes who made the file. One that nobody signed, as on a full disk, would keep the next start waiting. */
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
    // None yet, or cut off by a crash of the machine, after which nothing of it lives.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Ends what a killed supervisor left: politely, after ten seconds not. The database's is its own business. */
export async function endLeftovers(running: Running, say: (line: string) => void): Promise<void> {
  const processes = running.leftovers.filter(({ name }) => name !== 'database');
  if (processes.length === 0) return;
  say(`Ending ${processes.length} processes that were left behind.`);
  for (const one of processes.filter(lives)) process.kill(one.pid, 'SIGTERM');
  for (let tries = 0; tries < 100 && processes.some(lives); tries += 1) await wait(100);
  for (const one of processes.filter(lives)) process.kill(one.pid, 'SIGKILL');
  while (processes.some(lives)) await wait(20);
}
