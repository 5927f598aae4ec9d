import { execFile } from 'node:child_process';
import { chown, copyFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { words } from './words.ts';

const execute = promisify(execFile);

/**
 * How a decoder is shut in on this machine. `bubblewrap`: own namespaces, no network, sees the system's libraries,
 * the input and its output folder only. `setpriv`: no new privileges, another user when we are root, no network when
 * the kernel lets us. `none`: the limits of `prlimit` alone, or not even these.
 */
export type Sandbox =
  | { kind: 'bubblewrap'; prlimit: boolean }
  | { kind: 'setpriv'; prlimit: boolean; dropsUser: boolean; ownNetwork: boolean }
  | { kind: 'none'; prlimit: boolean };

/** Hard limits of one child process. */
export interface Caps {
  /** Seconds of processor time. */
  cpuSeconds: number;
  /** Bytes of address space. */
  addressSpace: number;
  /** Bytes of any one file that it writes. */
  fileSize: number;
}

/** The user and group that decoders run as when we are root and have no namespaces: nobody. */
export const UNPRIVILEGED_ID = 65_534;
const OPEN_FILES = 64;
const SYSTEM = ['/usr', '/lib', '/lib64', '/lib32', '/bin', '/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf'];
const SETPRIV_USER = [`--reuid=${UNPRIVILEGED_ID}`, `--regid=${UNPRIVILEGED_ID}`, '--clear-groups'];

async function works(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await execute(command, [...args], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** Tries what this machine allows, once, with the program that is to be shut in. */
export async function findSandbox(program: string): Promise<Sandbox> {
  const prlimit = await works('prlimit', ['--core=0', 'true']);
  const bubblewrap = bubblewrapArgs({ program: await realpath(program), readable: [], folder: '/tmp' });
  if (await works('bwrap', [...bubblewrap, program, '-version'])) return { kind: 'bubblewrap', prlimit };
  const root = process.getuid?.() === 0;
  const dropsUser = root && (await works('setpriv', [...SETPRIV_USER, '--no-new-privs', 'true']));
  const ownNetwork = root && (await works('unshare', ['--net', 'true']));
  if (dropsUser || (await works('setpriv', ['--no-new-privs', 'true'])))
    return { kind: 'setpriv', prlimit, dropsUser, ownNetwork };
  return { kind: 'none', prlimit };
}

interface Reach {
  program: string;
  /** Files that may be read. */
  readable: readonly string[];
  /** The one folder that may be written; the process starts in it. */
  folder: string;
}

/** Without a session of its own: `run` begins one for each child, and there is no terminal to keep from it. */
function bubblewrapArgs({ program, readable, folder }: Reach): string[] {
  return [
    ...words('--unshare-all --die-with-parent --cap-drop ALL'),
    ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(program.startsWith('/usr/') ? [] : ['--ro-bind', dirname(program), dirname(program)]),
    ...words('--dev /dev --proc /proc --tmpfs /tmp'),
    '--bind',
    folder,
    folder,
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    '--chdir',
    folder,
    '--',
  ];
}

const COPY = '.source';

/**
 * The path by which a child may read an input that only we may read. Where the child becomes another user, it gets the
 * output folder and a copy of the input in it, by a relative path: the folders above are closed to it.
 */
export async function bringWithinReach(sandbox: Sandbox, input: string, folder: string): Promise<string> {
  if (sandbox.kind !== 'setpriv' || !sandbox.dropsUser) return input;
  const copy = join(folder, COPY);
  await copyFile(input, copy);
  for (const path of [copy, folder]) await chown(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  return COPY;
}

/** The command line that runs `program` shut in: pure. */
export function shutIn(sandbox: Sandbox, caps: Caps, reach: Reach, args: readonly string[]): string[] {
  const limits = [
    'prlimit',
    // SIGXCPU at the first, SIGKILL at the second: so a SIGKILL by itself is never the file's fault.
    `--cpu=${caps.cpuSeconds}:${caps.cpuSeconds + 10}`,
    `--as=${caps.addressSpace}`,
    `--fsize=${caps.fileSize}`,
    `--nofile=${OPEN_FILES}`,
    '--core=0',
  ];
  const walls = (): string[] => {
    switch (sandbox.kind) {
      case 'bubblewrap':
        return ['bwrap', ...bubblewrapArgs(reach)];
      case 'setpriv':
        return [
          ...(sandbox.ownNetwork ? ['unshare', '--net'] : []),
          'setpriv',
          ...(sandbox.dropsUser ? SETPRIV_USER : []),
          '--no-new-privs',
          '--pdeathsig=KILL',
        ];
      case 'none':
        return [];
    }
  };
  return [...(sandbox.prlimit ? limits : []), ...walls(), reach.program, ...args];
}
