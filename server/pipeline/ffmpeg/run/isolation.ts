import { dirname } from 'node:path';
import { splitArgs } from './split-args.ts';

/**
 * The isolation of a decoder from the rest of the machine. `bubblewrap` and `unshare` (the same by util-linux alone):
 * its own network, processes and files, with only the system's programs and libraries and the files that it works on.
 * `namespaces`: its own network, and its own processes if `processes` is true, but all files of the machine that its
 * account may open. `none`: at most, no new privileges. If `users` is true, its account is in a user namespace and has
 * no rights outside; this is possible without root.
 */
export type Isolation =
  | { kind: 'bubblewrap' | 'unshare'; users: boolean }
  | { kind: 'namespaces'; users: boolean; processes: boolean }
  | { kind: 'none'; setpriv: boolean };

/** The access of one decoder. */
export interface ProgramAccess {
  program: string;
  /** Absolute paths of other files that it may read; all further paths are relative to its folder. */
  readable: readonly string[];
  /** The one folder that may be written; the process starts in it. */
  folder: string;
  /** The account that it runs as; null for our own. */
  account: number | null;
  /** Show the whole folder that contains the program. */
  wholeFolder: boolean;
  /**
   * The program can change to its account itself. It has to where it sees the machine's own files, because its modules
   * may be closed to that account. `mustDropPrivileges` returns whether it must.
   */
  dropsPrivileges?: boolean;
}

/** Whether a program that can change to its account itself must do so. */
export const mustDropPrivileges = (isolation: Isolation): boolean =>
  isolation.kind === 'namespaces' || isolation.kind === 'none';

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

/** Gives up all rights and changes to the account, if there is one. The process is killed when its parent ends. */
const setpriv = (account: number | null, more = ''): string[] => [
  'setpriv',
  ...(account === null ? [] : [`--reuid=${account}`, `--regid=${account}`, '--clear-groups']),
  ...splitArgs(`--no-new-privs ${more} --pdeathsig=KILL`),
  '--',
];
/** For a process that has all rights within its namespace. */
const POWERLESS = '--bounding-set=-all --inh-caps=-all';

/** Every folder on the way to these paths, the outer ones first. */
function foldersAbove(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) for (let at = dirname(path); at !== '/'; at = dirname(at)) found.add(at);
  return [...found].sort();
}

/** Starts no new session, because `run` starts one for each child, and there is no terminal to protect. */
function bubblewrap(users: boolean, access: ProgramAccess): string[] {
  const { folder, account } = access;
  return [
    'bwrap',
    ...splitArgs(
      users ? '--unshare-all' : '--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try',
    ),
    ...splitArgs('--die-with-parent --cap-drop ALL'),
    ...(account === null ? [] : splitArgs('--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP')),
    // On its own, bwrap would create these folders closed to other accounts.
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
    // Everything outside the mounted paths is in memory, so it must be read-only.
    ...splitArgs('--remount-ro /dev --remount-ro /'),
    // bwrap itself may not be allowed to enter another account's folder.
    ...(account === null
      ? ['--chdir', folder, '--']
      : ['--', ...setpriv(account, POWERLESS), 'env', `--chdir=${folder}`]),
  ];
}

/**
 * Builds the files that a decoder sees, in a mount namespace, and makes them its root. They are built in /sys, which
 * exists everywhere and contains no file that must be shown. Arguments: the folder, the number of paths to show, the
 * paths, then the command.
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
 * Enters namespaces. The user namespace is entered first and separately, because entering it resets the parent-death
 * signal, and the other namespaces need the rights that it gives.
 */
const enter = (users: boolean, namespaces: string): string[] => [
  ...(users ? splitArgs('unshare --user --map-root-user') : []),
  ...splitArgs('setpriv --pdeathsig=KILL -- unshare'),
  ...splitArgs(`${namespaces} --net --ipc --uts`),
];

/** The command line before the program. Pure. */
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
