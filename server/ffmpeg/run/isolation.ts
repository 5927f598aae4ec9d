import { dirname } from 'node:path';
import { splitArgs } from './split-args.ts';

/**
 * What stands between a decoder and the rest of the machine. `bubblewrap` and `unshare` (the same by util-linux alone):
 * its own network, processes and files, of which it sees the system's programs and libraries and what it works on.
 * `namespaces`: its own network, and processes where it says so, but all files of the machine that its account may
 * open. `none`: no new privileges at the most. `users` says that it is an account in a namespace of users, which has no
 * rights outside: what one gets who is not root.
 */
export type Isolation =
  | { kind: 'bubblewrap' | 'unshare'; users: boolean }
  | { kind: 'namespaces'; users: boolean; processes: boolean }
  | { kind: 'none'; setpriv: boolean };

/** What one decoder works with. */
export interface ProgramAccess {
  program: string;
  /** Absolute paths of what it may read besides; everything else is relative to its folder. */
  readable: readonly string[];
  /** The one folder that may be written; the process starts in it. */
  folder: string;
  /** The account that it runs as; null for our own. */
  account: number | null;
  /** Show all of the folder that the program lies in. */
  wholeFolder: boolean;
  /**
   * The program becomes its account by itself where it sees the machine's own files: what it is loaded from may be
   * closed to that account. `mustDropPrivileges` says whether it must.
   */
  dropsPrivileges?: boolean;
}

/** Whether a program that can does become its account by itself. */
export const mustDropPrivileges = (isolation: Isolation): boolean =>
  isolation.kind === 'namespaces' || isolation.kind === 'none';

/** Programs and libraries; not all of /usr, where containers like to keep what they serve. */
const PATH = '/usr/local/bin:/usr/bin:/bin';
const SYSTEM = [
  ...splitArgs('/usr/bin /usr/lib /usr/lib32 /usr/lib64 /usr/local/bin /usr/local/lib /bin /lib /lib32 /lib64'),
  ...splitArgs('/etc/alternatives /etc/ld.so.cache /etc/ld.so.conf'),
];

/** Whether a program is there for every decoder. */
export const isSystemPath = (path: string): boolean => SYSTEM.some((folder) => path.startsWith(`${folder}/`));

/** What is shown to it read-only besides the system. */
function visiblePaths({ program, readable, wholeFolder }: ProgramAccess): string[] {
  const folder = dirname(program);
  const own = wholeFolder && folder !== '/' ? folder : program;
  return [...(isSystemPath(program) ? [] : [own]), ...readable.filter((path) => path.startsWith('/'))];
}

/** Gives up every right and, where it has one, becomes its account. Its parent's end is its own. */
const setpriv = (account: number | null, more = ''): string[] => [
  'setpriv',
  ...(account === null ? [] : [`--reuid=${account}`, `--regid=${account}`, '--clear-groups']),
  ...splitArgs(`--no-new-privs ${more} --pdeathsig=KILL`),
  '--',
];
/** Of a process that has all rights within its namespace. */
const POWERLESS = '--bounding-set=-all --inh-caps=-all';

/** Every folder on the way to these paths, the outer ones first. */
function foldersAbove(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) for (let at = dirname(path); at !== '/'; at = dirname(at)) found.add(at);
  return [...found].sort();
}

/** Without a session of its own: `run` begins one for each child, and there is no terminal to keep from it. */
function bubblewrap(users: boolean, access: ProgramAccess): string[] {
  const { folder, account } = access;
  return [
    'bwrap',
    ...splitArgs(
      users ? '--unshare-all' : '--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try',
    ),
    ...splitArgs('--die-with-parent --cap-drop ALL'),
    ...(account === null ? [] : splitArgs('--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP')),
    // It would close to other accounts what leads to what is shown.
    ...foldersAbove([...SYSTEM, ...visiblePaths(access), folder]).flatMap((path) => ['--dir', path]),
    ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
    ...splitArgs('--dev /dev --proc /proc --dir /tmp'),
    ...visiblePaths(access).flatMap((path) => ['--ro-bind', path, path]),
    '--bind',
    folder,
    folder,
    '--setenv',
    'PATH',
    PATH,
    // What is empty stays empty: it is memory.
    ...splitArgs('--remount-ro /dev --remount-ro /'),
    // bwrap itself may not enter what is another account's.
    ...(account === null
      ? ['--chdir', folder, '--']
      : ['--', ...setpriv(account, POWERLESS), 'env', `--chdir=${folder}`]),
  ];
}

/**
 * Builds the files that a decoder sees, in a namespace of mounts, and goes there. /sys is the place for them: it is
 * everywhere, and nothing that is to be shown lies below it. Arguments: the folder, how many paths to show, the paths,
 * then the command.
 */
const BUILD = `
set -e
new=/sys folder=$1 count=$2
shift 2
mount -t tmpfs -o mode=755,nosuid,nodev isolation "$new"
bind() {
  if [ -d "$1" ]; then mkdir -p "$new$1"; else mkdir -p "$new\${1%/*}"; : >"$new$1"; fi
  mount --bind "$1" "$new$1"
}
show() {
  bind "$1"
  mount -o remount,bind,ro,nosuid,nodev "$new$1"
}
for path in ${SYSTEM.join(' ')}; do
  if [ -L "$path" ]; then mkdir -p "$new\${path%/*}"; cp -P "$path" "$new$path"; elif [ -e "$path" ]; then show "$path"; fi
done
mkdir -m 1777 "$new/tmp"
mkdir "$new/proc" "$new/dev"
mount -t proc proc "$new/proc" 2>/dev/null || :
for device in null zero random urandom; do bind "/dev/$device"; done
while [ "$count" -gt 0 ]; do show "$1"; shift; count=$((count - 1)); done
bind "$folder"
mount -o remount,bind,ro,nosuid,nodev "$new"
PATH=${PATH}
exec unshare --root="$new" --wd="$folder" "$@"
`;

/**
 * Enters namespaces. That of users comes first and by itself: entering it forgets whose death ends us, and the rest
 * needs the rights that it gives.
 */
const enter = (users: boolean, namespaces: string): string[] => [
  ...(users ? splitArgs('unshare --user --map-root-user') : []),
  ...splitArgs('setpriv --pdeathsig=KILL -- unshare'),
  ...splitArgs(`${namespaces} --net --ipc --uts`),
];

/** The command line before the program: pure. */
export function isolationCommand(isolation: Isolation, access: ProgramAccess): string[] {
  const { folder, account } = access;
  const itself = access.dropsPrivileges === true && account !== null && mustDropPrivileges(isolation);
  switch (isolation.kind) {
    case 'bubblewrap':
      return bubblewrap(isolation.users, access);
    case 'unshare': {
      const paths = visiblePaths(access);
      return [
        ...enter(isolation.users, '--mount --pid --fork --kill-child'),
        'sh',
        '-c',
        BUILD,
        'isolation',
        folder,
        String(paths.length),
        ...paths,
        ...setpriv(account, POWERLESS),
      ];
    }
    case 'namespaces':
      return [
        ...enter(isolation.users, isolation.processes ? '--pid --fork --kill-child' : ''),
        ...(itself ? setpriv(null) : setpriv(account, POWERLESS)),
      ];
    case 'none':
      return isolation.setpriv ? setpriv(itself ? null : account) : [];
  }
}
