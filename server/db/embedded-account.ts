import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '../env.ts';

const run = promisify(execFile);

/**
 * Who runs PostgreSQL when we are root, which it refuses to be. An account of its own: as `nobody` it would share its
 * files with every other program that runs as nobody.
 */
export const DATABASE_ACCOUNT = 64_201;
/** An account that has a name on every machine, which `initdb` asks for and the server does not. */
export const NOBODY = 65_534;

/** Where PostgreSQL lies and what it is to reach, as we see it. */
export interface DatabaseFolders {
  /** Of its programs: `bin`, `lib` and `share` are in it. */
  installation: string;
  /** Its own folder, which holds `data`. */
  folder: string;
}

/** How PostgreSQL's programs are started. */
export interface RunAs {
  /** Who owns the files; null when that is ourselves. */
  owner: number | null;
  places: DatabaseFolders;
  /** The same as the programs see them. */
  sees: DatabaseFolders;
  command: (program: string, args: readonly string[]) => [string, string[]];
}

/** Mounts appear here for PostgreSQL alone: its mount namespace is its own. */
const MOUNTED_AT = '/run/scoville';

const MOUNT = `set -e
mount -t tmpfs -o mode=755,size=1m scoville "$1"
mkdir "$1/installation" "$1/folder"
mount --bind "$2" "$1/installation"
mount --bind "$3" "$1/folder"
shift 3
exec "$@"`;

const asAccount = (uid: number): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${uid}`,
  '--clear-groups',
  '--no-new-privs',
  '--',
];

/**
 * A way to run PostgreSQL on these places without the rights of root; null where this machine has none. A folder that
 * others may not enter on the way (a clone below /root) is passed by a mount namespace of its own in which both places
 * stand elsewhere, else by a user namespace, in which root is called otherwise. The folder itself becomes the owner's.
 * @param uid who it is to be when we are root
 */
export async function unprivileged(places: DatabaseFolders, uid: number): Promise<RunAs | null> {
  if (process.getuid?.() !== 0)
    return { owner: null, places, sees: places, command: (program, args) => [program, [...args]] };
  const ways = [
    directly(places, uid),
    mounted(places, uid),
    mounted(places, uid, 'unchanged'),
    inUserNamespace(places),
  ];
  for (const way of ways) if (await works(way)) return way;
  return null;
}

/** Whoever ran the database before goes on with it, unless that was root, or nobody as an older version of ours had it. */
export async function ownerOf(data: string): Promise<number> {
  const kept = await stat(data).catch(() => null);
  return kept === null || [0, NOBODY].includes(kept.uid) ? DATABASE_ACCOUNT : kept.uid;
}

const directly = (places: DatabaseFolders, uid: number): RunAs => ({
  owner: uid,
  places,
  sees: places,
  command: (program, args) => {
    const [command = '', ...flags] = asAccount(uid);
    return [command, [...flags, program, ...args]];
  },
});

/** @param propagation of the new namespace: in a chroot it cannot be made private, and often it is so already */
const mounted = (places: DatabaseFolders, uid: number, propagation: 'private' | 'unchanged' = 'private'): RunAs => ({
  owner: uid,
  places,
  sees: { installation: join(MOUNTED_AT, 'installation'), folder: join(MOUNTED_AT, 'folder') },
  command: (program, args) => [
    'unshare',
    [
      '--mount',
      `--propagation=${propagation}`,
      '--',
      'sh',
      '-c',
      MOUNT,
      'sh',
      MOUNTED_AT,
      places.installation,
      places.folder,
      ...asAccount(uid),
      program,
      ...args,
    ],
  ],
});

/** The process is root to the files and nobody special to itself and the kernel: it has no capability outside. */
const inUserNamespace = (places: DatabaseFolders): RunAs => ({
  owner: 0,
  places,
  sees: places,
  command: (program, args) => ['unshare', ['--user', `--map-user=${NOBODY}`, '--', program, ...args]],
});

/** Tries it: whether the programs can be run and the folder written that way. */
async function works(way: RunAs): Promise<boolean> {
  const { folder } = way.places;
  if (way.sees.folder.startsWith(MOUNTED_AT)) {
    try {
      await mkdir(MOUNTED_AT, { recursive: true, mode: 0o755 });
    } catch {
      return false;
    }
  }
  if (way.owner !== null) await chown(folder, way.owner, way.owner);
  await chmod(folder, 0o700);
  const { installation, folder: seen } = way.sees;
  const [command, args] = way.command('sh', [
    '-c',
    'test -x "$1" && test -w "$2"',
    'sh',
    join(installation, 'bin/initdb'),
    seen,
  ]);
  const reached = await run(command, args, { env: childEnv(), timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  return (await leaked()) ? false : reached;
}

/** Whether the mounts of a namespace that was to be its own came back into ours; undoes it then. */
async function leaked(): Promise<boolean> {
  const [place, above] = await Promise.all(
    [MOUNTED_AT, dirname(MOUNTED_AT)].map((path) => stat(path).catch(() => null)),
  );
  if (place === null || above === null || place?.dev === above?.dev) return false;
  await run('umount', ['--lazy', MOUNTED_AT], { env: childEnv() });
  return true;
}

/** Gives everything below a folder to the owner, where it is another's: an older version ran as another account. */
export async function giveFolder(folder: string, owner: number): Promise<void> {
  if ((await stat(folder)).uid === owner) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner, owner);
  // At last, so that an interrupted run begins again.
  await chown(folder, owner, owner);
}
