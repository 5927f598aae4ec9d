import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { needs } from '../../testkit/needs.ts';
import { DATABASE_ACCOUNT, NOBODY } from './embedded-account.ts';
import { installation } from './embedded-programs.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

const run = promisify(execFile);

let dataDir: string;
const servers: EmbeddedServer[] = [];
// The data folder is not accessible to other system accounts, like everything below /root.
beforeEach(async () => (dataDir = await realpath(await mkdtemp(join(tmpdir(), 'scoville account-')))));
afterEach(async () => {
  const over = servers.splice(0);
  for (const one of over) await one.stop();
  for (const { folder } of over) await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: () => {}, durable: false });
  servers.push(server);
  return server;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

/** The first folder on a path that other system accounts may not enter, or null. */
async function closedAbove(path: string): Promise<string | null> {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (((await stat(at)).mode & 0o001) === 0) return at;
  return null;
}

/** A folder for PATH that only has these programs of the machine. */
async function onlyWith(...programs: string[]): Promise<string> {
  const folder = join(dataDir, 'bin');
  await mkdir(folder);
  for (const program of programs) {
    const { stdout } = await run('sh', ['-c', 'command -v "$1"', 'sh', program]);
    await symlink(stdout.trim(), join(folder, program));
  }
  return folder;
}

/** Starts a server on the data folder in another process, queries its folder, and stops it. */
async function elsewhere(path: string): Promise<{ said: string[]; folder: string }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(resolve(import.meta.dirname, 'embedded.ts'))};
    import postgres from 'postgres';
    const said = [];
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: (line) => said.push(line), durable: false });
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    await sql\`create table if not exists kept as select 7 as n\`;
    const [{ n }] = await sql\`select n from kept\`;
    const [{ folder }] = await sql\`select current_setting('data_directory') as folder\`;
    await sql.end();
    await server.stop();
    console.log(JSON.stringify({ said, folder, n }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { PATH: path },
  });
  return JSON.parse(stdout) as { said: string[]; folder: string };
}

describe('the account of the embedded PostgreSQL, started by root', () => {
  needs.databaseAccount.it(
    'F9 is separate: without capabilities or our environment, the only owner of its files, and closed to `nobody`',
    async () => {
      process.env['SECRET_OF_OURS'] = 'a password';
      const { process: server, folder } = await start().finally(() => delete process.env['SECRET_OF_OURS']);
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
      expect(/^Uid:\t(.*)$/m.exec(status)?.[1]?.split('\t')).toEqual(Array(4).fill(String(DATABASE_ACCOUNT)));
      expect(/^Gid:\t(\d+)/m.exec(status)?.[1]).toBe(String(DATABASE_ACCOUNT));
      expect(/^Groups:\t(.*)$/m.exec(status)?.[1]?.trim()).toBe('');
      for (const set of ['CapPrm', 'CapEff', 'CapInh', 'CapAmb'])
        expect(new RegExp(`^${set}:\\t0+$`, 'm').test(status), set).toBe(true);
      const names = (await readFile(`/proc/${server.pid}/environ`, 'utf8')).split('\0').map((one) => one.split('=')[0]);
      expect(names).toContain('PATH');
      // A shell in between may add the folder that it was in.
      expect(names.filter((name) => !['', 'PATH', 'LC_ALL', 'TZ', 'PWD', 'PGDATA'].includes(name ?? ''))).toEqual([]);

      expect((await stat(folder)).mode & 0o077).toBe(0);
      for (const entry of await readdir(folder, { recursive: true })) {
        const path = join(folder, entry);
        if (existsSync(path)) expect((await stat(path)).uid, entry).toBe(DATABASE_ACCOUNT);
      }
      await expect(
        run('setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', 'kill', '-0', String(server.pid)]),
      ).rejects.toThrow(/not permitted/);
    },
  );

  needs.databaseAccount.it('takes over a database that an older version ran as `nobody`', async () => {
    const first = await start();
    await ask(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const data = join(first.folder, 'data');
    for (const entry of await readdir(data, { recursive: true })) await chown(join(data, entry), NOBODY, NOBODY);
    await chown(data, NOBODY, NOBODY);
    expect(await ask((await start()).url, 'select n from kept')).toEqual([{ n: 7 }]);
    expect((await stat(join(data, 'PG_VERSION'))).uid).toBe(DATABASE_ACCOUNT);
  });

  needs.root.it('runs without a namespace where every folder on the path is open', async ({ skip }) => {
    const closed = await closedAbove(await installation());
    if (closed !== null) skip(`the product lies below ${closed}, which others may not enter`);
    await chmod(dataDir, 0o755);
    const { process: server } = await start();
    expect(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).toContain(join(dataDir, 'postgres/data'));
  });

  needs.root.it(
    'keeps a new database in an open folder if it can’t enter the data folder, and reports the place',
    async () => {
      const closed = await onlyWith('setpriv', 'sh', 'test');
      const first = await elsewhere(closed);
      const place = (await readFile(join(dataDir, 'postgres-is-at.txt'), 'utf8')).trim();
      try {
        expect(place).toMatch(/^\/var\/lib\/scoville\/[0-9a-f]{16}$/);
        expect(first).toMatchObject({ folder: join(place, 'data'), n: 7 });
        expect(first.said).toEqual([
          `The database is kept in ${place}, because its account cannot enter the data folder. Back it up there.`,
        ]);
        expect((await stat(place)).uid).toBe(DATABASE_ACCOUNT);
        expect((await stat(place)).mode & 0o777).toBe(0o700);
        // The database is kept outside the data folder, even if its system account can enter that folder later.
        expect(await elsewhere(process.env['PATH'] ?? '')).toMatchObject({ n: 7, said: first.said });
        // A new data folder at the same path doesn't use or overwrite the old folder's database.
        for (const name of ['postgres-is-at.txt', 'postgres-password.txt'])
          await rename(join(dataDir, name), join(dataDir, `${name}.old`));
        await expect(elsewhere(closed)).rejects.toThrow(
          `In ${place} there is a database of a data folder that was at ${dataDir} before.`,
        );
        expect(await readdir(dataDir)).not.toContain('postgres-password.txt');
        for (const name of ['postgres-is-at.txt', 'postgres-password.txt'])
          await rename(join(dataDir, `${name}.old`), join(dataDir, name));
        await rm(place, { recursive: true });
        await expect(start()).rejects.toThrow(`The database should be in ${place}, as `);
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    },
  );

  needs.root.it('creates no empty database beside one that it can’t reach', async ({ skip }) => {
    const { folder, stop } = await start();
    await stop();
    if (folder !== join(dataDir, 'postgres'))
      skip('This machine has no way into a closed folder, so none can be lost.');
    await expect(elsewhere(await onlyWith('setpriv', 'sh', 'test'))).rejects.toThrow(
      /does not run as root, and this machine lets no other account into its folder/,
    );
    expect(existsSync(join(dataDir, 'postgres-is-at.txt'))).toBe(false);
  });
});
