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
  /**
   * Whether each decoder runs as a separate account of the operating system (`decoder-accounts.ts`); only root can
   * assign one.
   */
  ownAccount: boolean;
  /** Whether the program's whole folder is shown to it, because the program alone does not start. */
  wholeFolder: boolean;
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
export type Protection = 'account' | 'isolation' | 'limits';

/** The protections that a sandbox lacks. Pure. */
export function missingProtections({ isolation, ownAccount, prlimit }: Sandbox): Protection[] {
  const missing: Protection[] = [];
  // In a user namespace, no system account has rights outside.
  if (!ownAccount && !(isolation.kind === 'unshare' && isolation.users)) missing.push('account');
  if (isolation.kind === 'none') missing.push('isolation');
  if (!prlimit) missing.push('limits');
  return missing;
}

const OPEN_FILES = 64;
/**
 * The most processes and threads of a decoder's own system account, which all decoders in one folder share. They need
 * some hundreds, on machines with very many processors a few thousand.
 */
const PROCESSES = 4096;

async function works(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await execute(command, [...args], { timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

type Form = Pick<Sandbox, 'isolation' | 'ownAccount'>;
/** From the strongest isolation to none. */
export const CANDIDATES: readonly Form[] = [
  { isolation: { kind: 'unshare', users: false }, ownAccount: true },
  { isolation: { kind: 'unshare', users: true }, ownAccount: false },
  { isolation: { kind: 'none', setpriv: true }, ownAccount: true },
  { isolation: { kind: 'none', setpriv: true }, ownAccount: false },
];
export const NO_SANDBOX: Form = { isolation: { kind: 'none', setpriv: false }, ownAccount: false };

const TRIAL: Caps = { cpuSeconds: 20, addressSpace: 64 * 2 ** 30, fileSize: 2 ** 20 };

/** A program, with arguments that make it exit soon and successfully. */
export interface Trial extends Pick<ProgramAccess, 'program' | 'dropsPrivileges'> {
  args: readonly string[];
  readable?: readonly string[];
}

/**
 * The environment of a child: none of our own variables, which contain secrets, and from which ffmpeg reads settings. A
 * program that drops its privileges itself gets the id of its system account.
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
  const [prlimit, folder] = await Promise.all([
    works('prlimit', ['--core=0', 'true']),
    mkdtemp(join(tmpdir(), 'scoville-sandbox-')),
  ]);
  try {
    const folders = trials.every(({ program }) => isSystemPath(program)) ? [false] : [false, true];
    const isRoot = process.getuid?.() === 0;
    for (const one of CANDIDATES.filter(({ ownAccount }) => isRoot || !ownAccount))
      for (const wholeFolder of folders) {
        const sandbox = { ...one, prlimit, wholeFolder };
        if (await starts(sandbox, trials, folder)) yield sandbox;
      }
    yield { ...NO_SANDBOX, prlimit, wholeFolder: false };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The strongest sandbox on this machine; keep the result for the life of the process. */
export async function findSandbox(trials: readonly Trial[]): Promise<Sandbox> {
  for await (const sandbox of sandboxesHere(trials)) return sandbox;
  throw new Error('The last of them always is.');
}

/** The command line that runs `program` in the sandbox. */
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
    // Decoders without a system account of their own share the server's, whose processes would count.
    ...(access.account === null ? [] : [`--nproc=${PROCESSES}`]),
    '--core=0',
  ];
  const isolation = isolationCommand(sandbox.isolation, { ...access, wholeFolder: sandbox.wholeFolder });
  // Inside, because the isolation itself writes a file.
  return [...isolation, ...(sandbox.prlimit ? limits : []), access.program, ...args];
}
