import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type RunAs, ownerOf, findRunAs } from './embedded-account.ts';
import { installation } from './embedded-programs.ts';

/** The file in a data folder that contains the password of its database. */
export const PASSWORD_FILE = 'postgres-password.txt';

/** The place for a database that runs as an account of the operating system which can't enter the data folder. */
const OUTSIDE = '/var/lib/scoville';

/**
 * Finds the folder of a data folder's database, and a way to run its programs there. That is the subfolder `postgres`
 * if a system account without rights can be given access. If the machine allows no such way, a new database is created
 * below /var/lib/scoville; `postgres-is-at.txt` then contains its path, and every start logs it. Throws with a sentence
 * if an existing database can't be reached.
 */
export async function findHome(dataDir: string, log: (line: string) => void): Promise<RunAs> {
  const programs = await installation();
  const note = join(dataDir, 'postgres-is-at.txt');
  const noted = existsSync(note) ? (await readFile(note, 'utf8')).trim() : null;
  if (noted !== null && !existsSync(noted))
    throw new Error(
      `The database should be in ${noted}, as ${note} says, but it is not there. Bring it back, or remove that file to start with an empty one.`,
    );
  await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o755 });
  const folder = noted ?? (await realpath(join(dataDir, 'postgres')));
  const as = await findRunAs({ installation: programs, folder }, await ownerOf(join(folder, 'data')));
  if (as !== null) return noted === null ? as : logged(as, log);
  if (noted === null && existsSync(join(folder, 'data')))
    throw new Error(
      `The database in ${folder} does not run as root, and this machine lets no other account into its folder. Move the product to a folder that other accounts may enter, or set DATABASE_URL.`,
    );
  return outsideDataDir(dataDir, programs, noted, log);
}

/** Creates the folder that other system accounts may enter, with a copy of the programs. */
async function outsideDataDir(
  dataDir: string,
  programs: string,
  noted: string | null,
  log: (line: string) => void,
): Promise<RunAs> {
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16);
  const folder = noted ?? join(OUTSIDE, name);
  // The file with its password is missing, because another data folder has replaced the one that this database belongs
  // to.
  if (noted === null && existsSync(join(folder, 'data')) && !existsSync(join(dataDir, PASSWORD_FILE)))
    throw new Error(
      `In ${folder} there is a database of a data folder that was at ${dataDir} before. Bring that folder back, or delete ${folder} if nobody needs it any more.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const places = { installation: await copied(programs, dirname(folder)), folder };
  const as = await findRunAs(places, await ownerOf(join(folder, 'data')));
  if (as === null)
    throw new Error(
      `The database does not run as root, and this machine does not let us start it as another account. Start the product as an ordinary user, or set DATABASE_URL.`,
    );
  if (noted === null) await writeFile(join(dataDir, 'postgres-is-at.txt'), `${folder}\n`);
  return logged(as, log);
}

function logged(as: RunAs, log: (line: string) => void): RunAs {
  log(
    `The database is kept in ${as.places.folder}, because its account cannot enter the data folder. Back it up there.`,
  );
  return as;
}

/** Copies the programs to a folder that any system account can access, once for each version. */
async function copied(programs: string, into: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(programs, '../package.json'), 'utf8')) as { version: string };
  const copy = join(into, `postgresql-${basename(version)}`);
  if (!existsSync(copy)) {
    await rm(`${copy}.new`, { recursive: true, force: true });
    await cp(programs, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    await rename(`${copy}.new`, copy);
  }
  return copy;
}
