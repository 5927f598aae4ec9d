import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

let dataDir: string;
let lines: string[];
const servers: EmbeddedServer[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'scoville embedded-'));
  lines = [];
});
afterEach(async () => {
  const over = servers.splice(0);
  for (const one of over) await one.stop();
  for (const { folder } of over) await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

async function start(durable = false): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line), durable });
  servers.push(server);
  return server;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

const gone = (server: EmbeddedServer) => new Promise((done) => server.process.once('exit', done));
const pidFile = ({ folder }: EmbeddedServer) => join(folder, 'data/postmaster.pid');
/**
 * The logged lines, without the place of the database, which every start logs if no other system account may enter the
 * data folder.
 */
const said = () => lines.filter((line) => !line.startsWith('The database is kept in '));

describe('the embedded PostgreSQL', () => {
  it('uses UTF-8 and PostgreSQL’s own C.UTF-8 collation on any machine, and requires its password', async () => {
    const { url, port } = await start();
    expect(
      await ask(
        url,
        'select pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datlocale as locale from pg_database where datname = current_database()',
      ),
    ).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }]);
    await expect(ask(`postgres://postgres:guess@127.0.0.1:${port}/scoville`, 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(dataDir, 'postgres-password.txt'))).mode & 0o777).toBe(0o600);
    expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });

  it('keeps all acknowledged changes after a kill -9', async () => {
    const first = await start(true);
    await ask(first.url, 'create table kept as select 7 as n');
    const over = gone(first);
    first.process.kill('SIGKILL');
    await over;
    expect(await ask((await start(true)).url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('stops a leftover server on its folder', async () => {
    const first = await start();
    await ask(first.url, 'create table kept as select 7 as n');
    const over = gone(first);
    const second = await start();
    await over;
    expect(said()).toEqual(['A database server that was left behind was stopped.']);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('doesn’t signal another program whose process id is in a leftover lock file', async () => {
    const first = await start();
    const text = await readFile(pidFile(first), 'utf8');
    await first.stop();
    // The process id of this test, which a signal would end.
    await writeFile(pidFile(first), text.replace(/^\d+/, String(process.pid)));
    expect(await ask((await start()).url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('recreates a database whose creation was interrupted', async () => {
    const first = await start();
    await ask(first.url, 'create table lost as select 7 as n');
    await first.stop();
    const unfinished = join(first.folder, 'data.new');
    await rename(join(first.folder, 'data'), unfinished);
    await rm(join(unfinished, 'postgresql.conf'));
    expect(await ask((await start()).url, "select to_regclass('lost') as n")).toEqual([{ n: null }]);
    expect(existsSync(unfinished)).toBe(false);
  });

  it('removes a new database that doesn’t start, so that a new password can create another', async () => {
    const { port } = await start();
    const other = await mkdtemp(join(tmpdir(), 'scoville embedded-'));
    try {
      const starting = startEmbedded({ dataDir: other, log: () => {}, durable: false, port });
      // The port is taken by a server with another password.
      await expect(starting).rejects.toThrow(/^The database (server did not start|does not accept)/);
      // A refused restore also removes the files that it created in the folder.
      await rm(join(other, 'postgres-password.txt'));
      const again = await startEmbedded({ dataDir: other, log: () => {}, durable: false });
      servers.push(again);
      expect([again.isNew, await ask(again.url, 'select 1 as one')]).toEqual([true, [{ one: 1 }]]);
    } finally {
      await servers.pop()?.stop();
      await rm(other, { recursive: true });
    }
  });

  it('fails if its password was lost, instead of waiting', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(dataDir, 'postgres-password.txt'), 'another\n');
    await expect(start()).rejects.toThrow(/^The database does not accept the password in postgres-password\.txt\./);
    expect(existsSync(pidFile(first))).toBe(false);
  });
});
