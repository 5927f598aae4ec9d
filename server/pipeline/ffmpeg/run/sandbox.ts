import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '../../../platform/env.ts';
import { assignAccount } from './decoder-accounts.ts';
import { type ProgramAccess, type Isolation, mustDropPrivileges, isSystemPath, isolationCommand } from './isolation.ts';

const execute = promisify(execFile);

/** How decoders are sandboxed on this machine. */
export interface Sandbox {
  /** Whether `prlimit` bounds time, memory and the size of files. */
  prlimit: boolean;
  /** The isolation of decoders from the rest of the machine; see `isolation.ts`. */
  isolation: Isolation;
  /** Whether each decoder runs as a separate account (`decoder-accounts.ts`); only root can assign one. */
  ownAccount: boolean;
  /** Whether the program's whole folder is shown to it, because the program alone does not start. */
  wholeFolder: boolean;
  /** Whether bubblewrap is installed, even if it doesn't work here. Shown to the administrator. */
  bubblewrap: boolean;
}

/** Hard limits of one child process. */
export interface Caps {
  /** Seconds of processor time. */
  cpuSeconds: number;
  /** Bytes of address space. */
  addressSpace: number;
  /** Bytes of memory that it may write, used or not. Less than the address space if a program reserves much of that. */
  data?: number;
  /** Bytes of any one file that it writes. */
  fileSize: number;
}

/** The protections of the machine from a decoder that was taken over. */
export type Protection = 'account' | 'files' | 'network' | 'processes' | 'limits';

/** The protections that a sandbox lacks. Pure. */
export function missingProtections({ isolation, ownAccount, prlimit }: Sandbox): Protection[] {
  const missing: Protection[] = [];
  // In a user namespace, no account has rights outside.
  if (!ownAccount && !(isolation.kind !== 'none' && isolation.users)) missing.push('account');
  if (isolation.kind === 'none' || isolation.kind === 'namespaces') missing.push('files');
  if (isolation.kind === 'none') missing.push('network');
  if (isolation.kind === 'none' || (isolation.kind === 'namespaces' && !isolation.processes)) missing.push('processes');
  if (!prlimit) missing.push('limits');
  return missing;
}

const OPEN_FILES = 64;

async function works(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await execute(command, [...args], { timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/** From the strongest isolation to none. */
function candidates(root: boolean, bubblewrap: boolean): Pick<Sandbox, 'isolation' | 'ownAccount'>[] {
  const all: Pick<Sandbox, 'isolation' | 'ownAccount'>[] = [];
  const add = (isolation: Isolation, ownAccount: boolean): void => void all.push({ isolation, ownAccount });
  for (const kind of ['bubblewrap', 'unshare'] as const) {
    if (kind === 'bubblewrap' && !bubblewrap) continue;
    if (root) add({ kind, users: false }, true);
    add({ kind, users: true }, false);
  }
  for (const processes of [true, false]) {
    if (root) add({ kind: 'namespaces', users: false, processes }, true);
    add({ kind: 'namespaces', users: true, processes }, false);
  }
  if (root) add({ kind: 'none', setpriv: true }, true);
  add({ kind: 'none', setpriv: true }, false);
  return all;
}

const TRIAL: Caps = { cpuSeconds: 20, addressSpace: 64 * 2 ** 30, fileSize: 2 ** 20 };

/** A program, with arguments that make it exit soon and successfully. */
export interface Trial extends Pick<ProgramAccess, 'program' | 'dropsPrivileges'> {
  args: readonly string[];
  readable?: readonly string[];
}

/**
 * The environment of a child: none of our own variables, which contain secrets, and from which ffmpeg reads settings. A
 * program that drops its privileges itself gets the id of its account.
 */
export const environmentIn = (
  { isolation }: Sandbox,
  { dropsPrivileges, account }: Pick<ProgramAccess, 'dropsPrivileges' | 'account'>,
): NodeJS.ProcessEnv => ({
  ...childEnv(),
  ...(dropsPrivileges === true && account !== null && mustDropPrivileges(isolation)
    ? { DECODER_ACCOUNT: String(account) }
    : {}),
});

/** Whether every program starts in this sandbox. */
async function starts(sandbox: Sandbox, trials: readonly Trial[], folder: string): Promise<boolean> {
  for (const { program, args, ...more } of trials)
    try {
      const assignment = sandbox.ownAccount ? await assignAccount(folder) : null;
      try {
        const access = { program, readable: [], folder, account: assignment?.id ?? null, ...more };
        const [command = '', ...rest] = sandboxedCommand(sandbox, TRIAL, access, args);
        const env = environmentIn(sandbox, access);
        await execute(command, rest, { cwd: folder, timeout: 60_000, maxBuffer: 2 ** 24, env });
      } finally {
        await assignment?.end();
      }
    } catch {
      return false;
    }
  return true;
}

/**
 * Tests this machine and yields every sandbox in which all programs start, the strongest first. The last one is always
 * no sandbox at all.
 */
export async function* sandboxesHere(trials: readonly Trial[]): AsyncGenerator<Sandbox> {
  const [prlimit, bubblewrap, folder] = await Promise.all([
    works('prlimit', ['--core=0', 'true']),
    works('bwrap', ['--version']),
    mkdtemp(join(tmpdir(), 'scoville-sandbox-')),
  ]);
  try {
    const folders = trials.every(({ program }) => isSystemPath(program)) ? [false] : [false, true];
    for (const one of candidates(process.getuid?.() === 0, bubblewrap))
      for (const wholeFolder of folders) {
        const sandbox = { ...one, prlimit, bubblewrap, wholeFolder };
        if (await starts(sandbox, trials, folder)) yield sandbox;
      }
    yield { prlimit, bubblewrap, isolation: { kind: 'none', setpriv: false }, ownAccount: false, wholeFolder: false };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The strongest sandbox on this machine; keep the result for the life of the process. */
export async function findSandbox(trials: readonly Trial[]): Promise<Sandbox> {
  for await (const sandbox of sandboxesHere(trials)) return sandbox;
  throw new Error('The last of them always is.');
}

/** The command line that runs `program` in the sandbox. Pure. */
export function sandboxedCommand(
  sandbox: Sandbox,
  caps: Caps,
  access: Omit<ProgramAccess, 'wholeFolder'>,
  args: readonly string[],
): string[] {
  const limits = [
    'prlimit',
    // SIGXCPU at the first limit, SIGKILL at the second, so a SIGKILL without a SIGXCPU is never the file's fault.
    `--cpu=${caps.cpuSeconds}:${caps.cpuSeconds + 10}`,
    `--as=${caps.addressSpace}`,
    ...(caps.data === undefined ? [] : [`--data=${caps.data}`]),
    `--fsize=${caps.fileSize}`,
    `--nofile=${OPEN_FILES}`,
    '--core=0',
  ];
  const isolation = isolationCommand(sandbox.isolation, { ...access, wholeFolder: sandbox.wholeFolder });
  return [...(sandbox.prlimit ? limits : []), ...isolation, access.program, ...args];
}
