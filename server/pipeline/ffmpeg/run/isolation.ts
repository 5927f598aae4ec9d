import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { splitArgs } from './split-args.ts';

/**
 * The isolation of a decoder from the rest of the machine. `unshare`: its own network, processes and files, with only
 * the system's programs and libraries and the files that it works on. If `users` is true, its system account is in a
 * user namespace and has no rights outside; this is possible without root. `none`: at most, no new privileges.
 */
export type Isolation = { kind: 'unshare'; users: boolean } | { kind: 'none'; setpriv: boolean };

/** The access of one decoder. */
export interface ProgramAccess {
  program: string;
  /** Absolute paths of other files that it may read; all further paths are relative to its folder. */
  readable: readonly string[];
  /**
   * Absolute path of the file that the program gets as its input. With its own files, the program gets it from a
   * read-only mount, because a process can open its input again by /proc/self/fd, with the rights of that mount.
   */
  input?: string;
  /** The one folder that may be written; the process starts in it. */
  folder: string;
  /** The account of the operating system that the program runs as; null for the server's own account. */
  account: number | null;
  /** Show the whole folder that contains the program. */
  wholeFolder: boolean;
  /**
   * The program can change to its system account itself. It must do so where `mustDropPrivileges` is true, which is if
   * it sees the machine's own files, because that system account may not be allowed to read the program's modules.
   */
  dropsPrivileges?: boolean;
}

/** Whether a program that can change to its system account itself must do so. */
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
function visiblePaths({ program, readable, input, wholeFolder }: ProgramAccess): string[] {
  const folder = dirname(program);
  const own = wholeFolder && folder !== '/' ? folder : program;
  return [
    ...(isSystemPath(program) ? [] : [own]),
    ...readable.filter((path) => path.startsWith('/')),
    ...(input === undefined ? [] : [input]),
  ];
}

/**
 * Drops all rights, and switches to this system account unless it is null. The process is killed when its parent ends.
 */
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
/** A line of a table like /etc/fstab, in which blanks are octal. Others than ASCII's are no blanks there. */
function bind(from: string, to: string, options: string): string {
  const [source, target] = [from, NEW + to].map((path) =>
    path.replaceAll(/[ \t\n\v\f\r\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`),
  );
  return `${source} ${target} none ${options}\n`;
}

/** A place of this machine where something is mounted. */
interface MountPoint {
  path: string;
  /** No program can be started from there. */
  noexec: boolean;
}

/** As proc_pid_mountinfo(5) describes them. */
function mountPoints(): MountPoint[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [, , , , path = '', options = ''] = line.split(' ');
    return {
      path: path.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
      noexec: options.split(',').includes('noexec'),
    };
  });
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/**
 * Shows a path read-only, without what is mounted below it. In a namespace of users the kernel refuses a mount that
 * allows more than the one it is made from, and one that uncovers what lies below a mount.
 */
function show(path: string, points: readonly MountPoint[]): string {
  const real = existsSync(path) ? realpathSync(path) : path;
  const from = points
    .filter((point) => isWithin(real, point.path))
    .toSorted((one, other) => one.path.length - other.path.length)
    .at(-1);
  const below = points.filter((point) => point.path !== real && isWithin(point.path, real) && existsSync(point.path));
  const outermost = new Set(
    below
      .filter(({ path }) => !below.some((other) => other.path !== path && isWithin(path, other.path)))
      .map((point) => path + point.path.slice(real.length)),
  );
  const options = `ro,nosuid,nodev${from?.noexec === true ? ',noexec' : ''}`;
  return [
    bind(path, path, `${outermost.size > 0 ? 'rbind' : 'bind'},${options}`),
    ...[...outermost].map((place) => bind(isFolder(place) ? `${NEW}/tmp` : '/dev/null', place, 'bind')),
  ].join('');
}

/**
 * A script for a mount namespace. It puts the files that a decoder sees together, makes them the root, and starts the
 * command that it gets. Starting programs takes most of its time, so one `mount` reads a table of all paths.
 */
function build(access: ProgramAccess): string {
  const shown = [...SYSTEM.filter((path) => existsSync(path)), ...visiblePaths(access)];
  const own = [...DEVICES, access.folder];
  const all = [...shown, ...own];
  const points = mountPoints();
  const table = [...shown.map((path) => show(path, points)), ...own.map((path) => bind(path, path, 'bind'))].join('');
  return `set -e
mount -t tmpfs -o mode=755,nosuid,nodev isolation ${NEW}
(umask 022; exec mkdir -p ${inNew(['/proc', '/tmp', ...all.map((path) => (isFolder(path) ? path : dirname(path)))])})
for file in ${inNew(all.filter((path) => !isFolder(path)))}; do : >"$file"; done
# In the file that /dev/null is then mounted over, so that it disappears.
printf %s ${quoted(table)} >${NEW}/dev/null
# The long options are refused by other mounts than the one of util-linux, which ignore that a bind is read-only.
mount --all --fstab ${NEW}/dev/null
mount -t proc proc ${NEW}/proc 2>/dev/null || :
mount -o remount,bind,ro,nosuid,nodev ${NEW}
PATH=${PATH}
exec unshare --root=${NEW} --wd=${quoted(access.folder)} "$@"${access.input === undefined ? '' : ` <${quoted(NEW + access.input)}`}
`;
}

/**
 * The first process of a namespace ignores the signals of limits that it does not handle, so the program is the second.
 * What a shell says of its end (descriptor 2) is not the program's.
 */
const FIRST_PROCESS = ['sh', '-c', 'exec 9>&2 2>/dev/null; (exec 2>&9 9>&- "$@"); exit $?', 'isolation'];

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
    ...FIRST_PROCESS,
  ];
}
