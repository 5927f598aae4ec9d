import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { s3Storage } from '../server/platform/storage/s3.ts';
import { bornAt, runningFile } from '../server/frame/supervisor/running.ts';
import { startS3 } from '../server/testkit/s3.ts';
import { until } from '../server/testkit/until.ts';
import { lockFile, removeData } from './data-folder.ts';
import { ADMIN, Caller, type Product, startProduct } from './product.ts';

let base: string;
const products: Product[] = [];
beforeEach(async () => (base = await mkdtemp(join(tmpdir(), 'scoville-commands-'))));
afterEach(async () => {
  for (const product of products.splice(0)) await product.stop();
  removeData(join(base, 'restored'));
  await rm(base, { recursive: true });
});

/** Runs a command on a data folder like npm does; the creation of the file `interruptAt` interrupts it. */
async function run(
  command: 'backup' | 'restore' | 'doctor' | 'move-files',
  DATA_DIR: string,
  given: string[] = [],
  { interruptAt, ...settings }: Record<string, string> & { interruptAt?: string } = {},
): Promise<{ code: number | null; out: string; problems: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...given], {
    cwd: base,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], DATA_DIR, ...settings },
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (interruptAt !== undefined) {
    await until(() => expect(existsSync(interruptAt)).toBe(true));
    child.kill('SIGINT');
  }
  const [out, problems, [code]] = await ended;
  return { code: code as number | null, out, problems };
}

async function start(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const product = await startProduct(settings);
  products.push(product);
  return product;
}

/** Kills all processes without any clean-up, like a power cut. */
async function killAll({ dataDir, supervisor }: Product): Promise<void> {
  const known = JSON.parse(readFileSync(runningFile(dataDir), 'utf8')) as { name: string; pid: number }[];
  const gone = once(supervisor, 'exit');
  // The supervisor first, because it would restart the others.
  for (const { pid } of known.toSorted((a, b) => Number(b.name === 'supervisor') - Number(a.name === 'supervisor')))
    process.kill(pid, 'SIGKILL');
  await gone;
  await until(() => expect(known.filter(({ pid }) => bornAt(pid) !== null)).toEqual([]));
}

describe('npm run backup', () => {
  it('backs up a running, a killed and a stopped product; a backup is restored unless it is damaged', async () => {
    const product = await start();
    const { dataDir } = product;
    const picture = 'images/profile/kept/1/200.jpg';
    await mkdir(join(dataDir, 'files', dirname(picture)), { recursive: true });
    await writeFile(join(dataDir, 'files', picture), 'a picture');
    const backUp = (name: string) => run('backup', dataDir, [join(base, name)]);
    const whole = { code: 0, problems: '', out: expect.stringMatching(/ is in .*Keep your settings/) };
    const visitor = new Caller(product.url);
    await visitor.signUp('ada@example.org');
    expect(await backUp('running')).toEqual(whole);
    expect((await visitor.call('GET', '/api/users/me')).status).toBe(200);

    await killAll(product);
    expect(existsSync(lockFile(dataDir))).toBe(true);
    const examined = await run('doctor', dataDir);
    expect(examined.out).toMatch(/^warn +database +The product’s own database does not run: .*\n +→ .*npm start$/m);
    expect(examined.out + examined.problems).not.toContain('ECONNREFUSED');
    expect(await backUp('killed')).toEqual(whole);

    // The backup stopped the database that it had started.
    expect(existsSync(lockFile(dataDir))).toBe(false);
    expect(await backUp('stopped')).toEqual(whole);

    // An interrupted backup stops the database, too, and leaves no files behind.
    const folders = await readdir(base);
    const interrupted = { interruptAt: lockFile(dataDir) };
    expect(await run('backup', dataDir, [join(base, 'interrupted')], interrupted)).toMatchObject({
      code: 1,
      problems: 'It was stopped before it was done.\n',
    });
    expect(existsSync(lockFile(dataDir))).toBe(false);
    expect(await readdir(base)).toEqual(folders);

    const DATA_DIR = join(base, 'restored');
    const broken = join(base, 'broken-off');
    const interruptAt = join(broken, 'restore-unfinished.txt');
    expect((await run('restore', broken, [join(base, 'stopped')], { interruptAt })).problems).toBe(
      `It was stopped before it was done.\nA restore into ${broken} did not finish, so nothing can be started there. Delete that folder, and restore again.\n`,
    );
    expect(existsSync(lockFile(broken))).toBe(false);
    removeData(broken);
    expect(await run('restore', DATA_DIR, [join(base, 'stopped')])).toMatchObject({ code: 0, problems: '' });
    const { url } = await start({ DATA_DIR });
    await new Caller(url).signIn('ada@example.org', 'a long password');
    await new Caller(url).signIn(ADMIN.email, ADMIN.password);
    expect(readFileSync(join(DATA_DIR, 'files', picture), 'utf8')).toBe('a picture');
    const again = await run('restore', DATA_DIR, [join(base, 'stopped')]);
    expect(again).toEqual({
      code: 1,
      out: '',
      problems: `${DATA_DIR} is not empty. A backup is restored into a fresh place: name another folder in DATA_DIR.\n`,
    });

    // A damaged backup leaves nothing that can start, and each attempt prints what to do.
    await writeFile(join(base, 'stopped/files', picture), 'another picture');
    const half = join(base, 'half');
    const todo = `A restore into ${half} did not finish, so nothing can be started there. Delete that folder, and restore again.\n`;
    expect(await run('restore', half, [join(base, 'stopped')])).toMatchObject({
      code: 1,
      problems: `The backup is damaged: ${picture} is not what was copied.\n${todo}`,
    });
    expect((await run('restore', half, [join(base, 'stopped')])).problems).toBe(todo);
    expect((await run('backup', half, [join(base, 'of-nothing')])).problems).toBe(todo);
    await expect(start({ DATA_DIR: half })).rejects.toThrow('The product did not start.');
    removeData(half);
  });

  it('explains in a sentence why it can’t run', async () => {
    const DATA_DIR = join(base, 'data');
    expect((await run('backup', DATA_DIR, [join(base, 'backup')])).problems).toBe(
      `There is no installation in ${DATA_DIR}. Name its folder in DATA_DIR.\n`,
    );
    // There is a database elsewhere, but no folder: rows without their files are no backup.
    const DATABASE_URL = 'postgres://127.0.0.1:1/scoville';
    const noFiles = `There are no files in ${DATA_DIR}. Give this command the settings of the installation: S3_BUCKET where its files are in a bucket, otherwise its DATA_DIR.\n`;
    expect((await run('backup', DATA_DIR, [join(base, 'backup')], { DATABASE_URL })).problems).toBe(noFiles);
    await mkdir(DATA_DIR);
    expect((await run('backup', DATA_DIR, [join(base, 'backup')])).problems).toBe(noFiles);
    // The folder of an installation with a database elsewhere, without its DATABASE_URL.
    await mkdir(join(DATA_DIR, 'files'), { recursive: true });
    expect(await run('backup', DATA_DIR, [join(base, 'backup')])).toEqual({
      code: 1,
      out: '',
      problems: `There is no database in ${DATA_DIR}. Give this command the settings of the installation: DATABASE_URL where it has one, and its DATA_DIR.\n`,
    });
    expect(await readdir(DATA_DIR, { recursive: true })).toEqual(['files']);
    expect((await run('doctor', DATA_DIR)).out).toMatch(
      /^warn +database +There is no database in .*\n +→ .*give this command its settings: DATABASE_URL/m,
    );
    const bucket = { S3_BUCKET: 'none', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    const elsewhere = join(base, 'elsewhere');
    expect(await run('move-files', elsewhere, [], bucket)).toEqual({
      code: 1,
      out: '',
      problems: `There are no files in ${elsewhere}. Name the folder of the installation in DATA_DIR.\n`,
    });
    // A running supervisor without a database yet; this process takes its place.
    await mkdir(join(DATA_DIR, 'run'), { recursive: true });
    const supervisor = { name: 'supervisor', pid: process.pid, born: bornAt(process.pid) };
    await writeFile(runningFile(DATA_DIR), JSON.stringify([supervisor]));
    expect(await run('backup', DATA_DIR, [join(base, 'backup')])).toEqual({
      code: 1,
      out: '',
      problems: `The product runs on ${DATA_DIR}, which has no database of its own. Give this command the settings of the installation, DATABASE_URL first of all; if this is its very first start, try again in a moment.\n`,
    });
    await mkdir(dirname(lockFile(DATA_DIR)), { recursive: true });
    expect((await run('backup', DATA_DIR, [join(base, 'backup')])).problems).toBe(
      'The product runs, but its database does not answer yet. Try again in a moment.\n',
    );
  });
});

describe('npm run restore', () => {
  it('rejects a backup of a newer version, and a path that is no folder, with a sentence', async () => {
    const DATA_DIR = join(base, 'restored');
    const backup = join(base, 'backup');
    await mkdir(backup);
    await writeFile(
      join(backup, 'manifest.json'),
      JSON.stringify({
        format: 1,
        at: new Date().toISOString(),
        migrations: ['9999_later'],
        queue: 1,
        tables: [],
        sequences: [],
        files: { count: 0, bytes: 0 },
      }),
    );
    expect((await run('restore', DATA_DIR, [backup])).problems).toMatch(
      /^This backup is of a newer version of the product: it has the migration 9999_later\. .*\n$/,
    );
    const noFolder = join(backup, 'manifest.json');
    expect((await run('restore', DATA_DIR, [noFolder])).problems).toBe(
      `${join(noFolder, 'manifest.json')} cannot be used (ENOTDIR): see whose it is, and what may be written there.\n`,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('leaves nothing behind when it is refused before it began, so that a corrected attempt succeeds', async () => {
    const DATA_DIR = join(base, 'restored');
    const backup = join(base, 'backup');
    const { dataDir } = await start();
    expect(await run('backup', dataDir, [backup])).toMatchObject({ code: 0 });
    const s3 = await startS3();
    try {
      const wrong = { ...s3.env, S3_BUCKET: 'none' };
      expect((await run('restore', DATA_DIR, [backup], wrong)).problems).toMatch(
        /^The setting S3_BUCKET is not usable/,
      );
      expect(existsSync(DATA_DIR)).toBe(false);
      const store = s3Storage({ ...s3.settings, delivery: 'process' }, async () => base);
      await writeFile(join(base, 'song'), 'song');
      await store.put('media/a/b/c/song.m4a', join(base, 'song'));
      // The database was created by then.
      expect((await run('restore', DATA_DIR, [backup], s3.env)).problems).toMatch(/^The store of files is not empty/);
      expect(await readdir(DATA_DIR)).toEqual([]);
      await store.remove('media/a/b/c/song.m4a');
      expect(await run('restore', DATA_DIR, [backup], s3.env)).toMatchObject({ code: 0, problems: '' });
    } finally {
      await s3.close();
    }
  });
});
