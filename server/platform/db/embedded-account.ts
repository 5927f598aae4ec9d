import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '../env.ts';

const run = promisify(execFile);

/**
 * The operating system's account (user id) that runs PostgreSQL when we are root, because PostgreSQL refuses to run as
 * root. The system account `nobody` would share the files with every other program that uses it.
 */
export const DATABASE_ACCOUNT = 64_201;
/**
 * The system account `nobody`, which exists on every machine. `initdb` needs a system account with a name; the server
 * doesn't.
 */
export const NOBODY = 65_534;

/** The folders of PostgreSQL's programs and data, as this process sees them. */
export interface DatabaseFolders {
  /** The folder of its programs, with `bin`, `lib` and `share`. */
  installation: string;
  /** Its own folder, which contains `data`. */
  folder: string;
}

/** A way to start PostgreSQL's programs. */
export interface RunAs {
  /** The operating system's account that owns the files; null if that is our own. */
  owner: number | null;
  places: DatabaseFolders;
  /** The same folders as PostgreSQL's programs see them. */
  sees: DatabaseFolders;
  command: (program: string, args: readonly string[]) => [string, string[]];
}

/** PostgreSQL's programs have a mount namespace of their own, so other processes don't see mounts at this path. */
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
 * Finds a way to run PostgreSQL on these folders without the rights of root; null if this machine has none. If a folder
 * on the path isn't accessible to other system accounts (a clone below /root), a mount namespace maps both folders to
 * another path; if that fails, a user namespace gives root another name. The data folder is given to the new owner.
 * @param uid the operating system's account to use if we are root
 */
export async function findRunAs(places: DatabaseFolders, uid: number): Promise<RunAs | null> {
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

/**
 * Returns the operating system's account that runs the database: the current owner of its data. A database that is new,
 * or belongs to root or to `nobody` (which an older version used), gets `DATABASE_ACCOUNT`.
 */
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

/**
 * @param propagation the mode of the new namespace. In a chroot it can't be set to private, but often is private
 * already.
 */
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

/** The process has root's access to its files, but another name inside, and no capabilities outside its namespace. */
const inUserNamespace = (places: DatabaseFolders): RunAs => ({
  owner: 0,
  places,
  sees: places,
  command: (program, args) => ['unshare', ['--user', `--map-user=${NOBODY}`, '--', program, ...args]],
});

/** Tests whether the programs can be run and the folder can be written in this way. */
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
  return (await removeLeakedMounts()) ? false : reached;
}

/** True if the mounts of the new namespace appeared in ours, too. Then removes them from ours. */
async function removeLeakedMounts(): Promise<boolean> {
  const [place, above] = await Promise.all(
    [MOUNTED_AT, dirname(MOUNTED_AT)].map((path) => stat(path).catch(() => null)),
  );
  if (place === null || above === null || place?.dev === above?.dev) return false;
  await run('umount', ['--lazy', MOUNTED_AT], { env: childEnv() });
  return true;
}

/**
 * Gives a folder and everything below it to the operating system's account `owner`, unless the folder belongs to it
 * already. The files belong to another system account after `initdb`, or if an older version created them.
 */
export async function chownFolder(folder: string, owner: number): Promise<void> {
  if ((await stat(folder)).uid === owner) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner, owner);
  // The folder itself is last, so that an interrupted run starts over.
  await chown(folder, owner, owner);
}
