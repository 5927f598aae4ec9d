import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { splitArgs } from './split-args.ts';

/**
 * The isolation of a decoder from the rest of the machine. `unshare`: its own network, processes and files, with only
 * the system's programs and libraries and the files that it works on. If `users` is true, its account is in a user
 * namespace and has no rights outside; this is possible without root. `none`: at most, no new privileges.
 */
export type Isolation = { kind: 'unshare'; users: boolean } | { kind: 'none'; setpriv: boolean };

/** The access of one decoder. */
export interface ProgramAccess {
  program: string;
  /** Absolute paths of other files that it may read; all further paths are relative to its folder. */
  readable: readonly string[];
  /** The one folder that may be written; the process starts in it. */
  folder: string;
  /** The account that the program runs as; null for our own. */
  account: number | null;
  /** Show the whole folder that contains the program. */
  wholeFolder: boolean;
  /**
   * The program can change to its account itself. It must do so where `mustDropPrivileges` is true, which is if it sees
   * the machine's own files, because that account may not be allowed to read the program's modules.
   */
  dropsPrivileges?: boolean;
}

/** Whether a program that can change to its account itself must do so. */
export const mustDropPrivileges = ({ kind }: Isolation): boolean => kind === 'none';

/** Programs and libraries; not all of /usr, where containers like to keep the files that they serve. */
const PATH = '/usr/local/bin:/usr/bin:/bin';
const SYSTEM = [
  ...splitArgs('/usr/bin /usr/lib /usr/lib32 /usr/lib64 /usr/local/bin /usr/local/lib /bin /lib /lib32 /lib64'),
  ...splitArgs('/etc/alternatives /etc/ld.so.cache /etc/ld.so.conf'),
];

/** Whether a program is visible to every decoder anyway. */
export const isSystemPath = (path: string): boolean => SYSTEM.some((folder) => path.startsWith(`${folder}/`));

/** The paths that are shown read-only besides those of the system. */
function visiblePaths({ program, readable, wholeFolder }: ProgramAccess): string[] {
  const folder = dirname(program);
  const own = wholeFolder && folder !== '/' ? folder : program;
  return [...(isSystemPath(program) ? [] : [own]), ...readable.filter((path) => path.startsWith('/'))];
}

/** Drops all rights, and switches to the account unless it is null. The process is killed when its parent ends. */
const setpriv = (account: number | null, more = ''): string[] => [
  'setpriv',
  ...(account === null ? [] : [`--reuid=${account}`, `--regid=${account}`, '--clear-groups']),
  ...splitArgs(`--no-new-privs ${more} --pdeathsig=KILL`),
  '--',
];

/** Where the files that a decoder sees are put together: it exists everywhere and has no file that must be shown. */
const NEW = '/sys';
const DEVICES = splitArgs('/dev/null /dev/zero /dev/random /dev/urandom');

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
const inNew = (paths: readonly string[]): string => paths.map((path) => quoted(NEW + path)).join(' ');
/** A line of a table like /etc/fstab, which has blanks in octal. */
function mount(path: string, options: string): string {
  const at = path.replaceAll(/[\s\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `${at} ${NEW}${at} none ${options}\n`;
}

/**
 * A script for a mount namespace. It puts the files that a decoder sees together, makes them the root, and starts the
 * command that it gets. Starting programs takes most of its time, so one `mount` reads a table of all paths.
 */
function build(access: ProgramAccess): string {
  const shown = [...SYSTEM.filter((path) => existsSync(path)), ...visiblePaths(access)];
  const own = [...DEVICES, access.folder];
  const all = [...shown, ...own];
  const table = [
    ...shown.map((path) => mount(path, 'bind,ro,nosuid,nodev')),
    ...own.map((path) => mount(path, 'bind')),
  ].join('');
  return `set -e
mount -t tmpfs -o mode=755,nosuid,nodev isolation ${NEW}
(umask 022; exec mkdir -p ${inNew(['/proc', '/tmp', ...all.map((path) => (isFolder(path) ? path : dirname(path)))])})
for file in ${inNew(all.filter((path) => !isFolder(path)))}; do : >"$file"; done
# In the file that /dev/null is then mounted over, so that it disappears.
printf %s ${quoted(table)} >${NEW}/dev/null
mount -a -T ${NEW}/dev/null
mount -t proc proc ${NEW}/proc 2>/dev/null || :
mount -o remount,bind,ro,nosuid,nodev ${NEW}
PATH=${PATH}
exec unshare --root=${NEW} --wd=${quoted(access.folder)} "$@"
`;
}

/** The command line before the program. */
export function isolationCommand(isolation: Isolation, access: ProgramAccess): string[] {
  const { account, dropsPrivileges } = access;
  if (isolation.kind === 'none') return isolation.setpriv ? setpriv(dropsPrivileges === true ? null : account) : [];
  return [
    // The user namespace is entered first and separately, because entering it resets the parent-death signal, and the
    // other namespaces need the rights that it gives.
    ...(isolation.users ? splitArgs('unshare --user --map-root-user') : []),
    ...splitArgs('setpriv --pdeathsig=KILL -- unshare --mount --pid --fork --kill-child --net --ipc --uts'),
    'sh',
    '-c',
    build(access),
    'isolation',
    // The process has all rights within its namespaces.
    ...setpriv(account, '--bounding-set=-all --inh-caps=-all'),
  ];
}
