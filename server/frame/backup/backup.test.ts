import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { song } from '../../../fixtures/files.ts';
import { mailResetJob } from '../../community/own-account/own-account.jobs.ts';
import { type Pool, connect, transaction } from '../../platform/db/connection.ts';
import { findExport } from '../../review/data-export/data-export.queries.ts';
import { findTools } from '../../pipeline/ffmpeg/run/tools.ts';
import { findWorkers, markAlive } from '../health/workers.queries.ts';
import { newId } from '../../platform/ids.ts';
import { findMedia } from '../../catalogue/media/media.queries.ts';
import { openWorkFolder } from '../../pipeline/processing/work-folder.ts';
import { folderStorage } from '../../platform/storage/folder.ts';
import { rootsOf } from '../../platform/storage/in-use.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { pipeLongList } from '../../testkit/long-list.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { listTables, nameOf } from './tables.ts';
import { unfinishedRestore } from './unfinished-restore.ts';
import { writeBackup } from './write-backup.ts';

const log = pino({ level: 'silent' });

describe('a backup', () => {
  let server: TestServer;
  let base: string;
  let musician: Account;
  let roots: string[];
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'scoville-backup-'));
    server = await startTestServer({}, { folder: true });
    roots = rootsOf(server.app.domains);
    musician = await server.signUp({ firstName: 'Wren' });
    const admin = await server.signUp({ role: 'admin' });
    await admin.client.put(`/api/users/${musician.me.id}`, {
      bio: 'Line one.\nA tab\t, a backslash \\ and \\N.',
      plan: 'ghost-pepper',
    });
    const one = await insertMedia(server.app.db, { musicianId: musician.me.id, title: 'One', published: true });
    await keep(await originalOf(one), 'an original');
    await insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Two', published: true });
    await keep('images/profile/x/1/200.jpg', 'a picture');
    await keep(`originals/${newId()}/song.flac`, Buffer.alloc(300_000, 7));
    await transaction(server.app.db, (tx) =>
      server.app.queue.enqueue(tx, mailResetJob, { email: musician.me.email }, { startAfter: 3600 }),
    );
  });
  afterAll(async () => {
    await server.close();
    await rm(base, { recursive: true });
  });

  const keep = async (key: string, bytes: string | Buffer) => {
    const path = join(base, newId());
    await writeFile(path, bytes);
    await server.app.storage.put(key, path);
  };
  const originalOf = async (mediaId: string) => {
    const [row] = await server.app.db<{ key: string }[]>`
      select storage_key as key from sources where owner_id = ${mediaId}`;
    return row!.key;
  };
  const backUp = async (name: string) => {
    const to = join(base, name);
    const { db, storage } = server.app;
    return { to, manifest: await writeBackup({ db, dataDir: server.app.env.DATA_DIR, storage, roots, to }) };
  };
  /** A new place, and a function that restores a backup there. */
  const freshPlace = async () => {
    const dataDir = await mkdtemp(join(base, 'fresh-'));
    const databaseUrl = await createTestDatabase({ migrated: false });
    const storage = folderStorage(join(dataDir, 'files'));
    const scratch = () => openWorkFolder({ DATA_DIR: dataDir });
    return {
      dataDir,
      databaseUrl,
      storage,
      restore: (from: string, also: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
        restoreBackup({ from, dataDir, databaseUrl, storage, roots, scratch, log, ...also }),
    };
  };
  /** Every row of every table, as text. */
  const contents = async (db: Pool): Promise<Record<string, string[]>> => {
    const all: Record<string, string[]> = {};
    for (const table of await listTables(db)) {
      // Each start of the product updates the settings of its queues.
      if (table.name === 'queue') continue;
      const rows = await db.unsafe<{ row: string }[]>(`select t::text as row from ${nameOf(table)} t order by 1`);
      all[nameOf(table)] = rows.map(({ row }) => row);
    }
    return all;
  };
  const filesOf = async (storage: TestServer['app']['storage']) => {
    const files: Record<string, string> = {};
    for (const root of roots)
      for await (const key of storage.list(root))
        files[key] = (await buffer(await storage.read(key))).toString('base64');
    return files;
  };

  it('restored into a new place has every row and file, and its accounts, queue and constraints work', async () => {
    const before = await contents(server.app.db);
    expect(Object.values(before).flat().length).toBeGreaterThan(50);
    const { to, manifest } = await backUp('whole');
    const place = await freshPlace();
    await place.restore(to);
    const restored = await startTestServer(
      { DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir },
      { folder: true },
    );
    const { db } = restored.app;
    const after = await contents(db);
    for (const [table, rows] of Object.entries(before)) expect({ [table]: after[table] }).toEqual({ [table]: rows });
    expect(manifest.tables.filter(({ name }) => name !== 'queue').map(({ rows }) => rows)).toEqual(
      Object.values(before).map((rows) => rows.length),
    );
    expect(await filesOf(restored.app.storage)).toEqual(await filesOf(server.app.storage));
    expect(Object.keys(await filesOf(restored.app.storage))).toHaveLength(3);

    // Passwords and sessions work, secrets are the same, and the waiting job still waits.
    const visitor = restored.visitor();
    expect((await visitor.post('/auth', { email: musician.me.email, password: 'a long password' })).body.bio).toBe(
      'Line one.\nA tab\t, a backslash \\ and \\N.',
    );
    for (const [name, value] of musician.client.cookies) visitor.cookies.set(name, value);
    expect((await visitor.get('/api/users/me')).body.id).toBe(musician.me.id);
    expect((await restored.app.queue.boss.findJobs(mailResetJob.name)).map(({ data }) => data)).toEqual([
      { email: musician.me.email },
    ]);
    // The database's constraints are back: foreign keys, indexes, triggers, and sequences that continue.
    const indexes = async (of: Pool) => of`
      select tablename, indexname, indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1, 2`;
    expect(await indexes(db)).toEqual(await indexes(server.app.db));
    expect((await indexes(db)).length).toBeGreaterThan(100);
    await expect(db`insert into favorites (user_id, media_id) values (${newId()}, ${newId()})`).rejects.toThrow(
      /foreign key/,
    );
    await expect(db`delete from audit_log`).rejects.toThrow('The audit log is append-only.');
    const last = async (of: Pool) => of`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`;
    expect(await last(db)).toEqual(await last(server.app.db));
    const id = await insertMedia(db, { musicianId: musician.me.id, title: 'Three' });
    expect((await restored.visitor().get(`/api/media/${id}`)).body.title).toBe('Three');
    await restored.close();
  });

  it('contains the operator’s own help texts, but not the running workers', async () => {
    const help = join(server.app.env.DATA_DIR, 'help');
    await mkdir(help);
    await writeFile(join(help, 'terms.md'), '## Governing law\n\nThat of the sea.\n');
    await markAlive(server.app.db, newId(), 'the old machine');
    const { to } = await backUp('texts');
    const place = await freshPlace();
    await place.restore(to);
    const restored = await startTestServer(
      { DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir },
      { folder: true },
    );
    expect((await restored.visitor().get('/api/help/terms')).body.sections).toMatchObject([{ title: 'Governing law' }]);
    expect(await findWorkers(restored.app.db)).toEqual([]);
    await restored.close();
    await writeFile(join(to, 'help/terms.md'), '## Governing law\n\nNone.\n');
    await expect((await freshPlace()).restore(to)).rejects.toThrow(
      'The backup is damaged: help/terms.md is not what was copied.',
    );
  });

  it('is consistent, even if users make changes while it is written', async () => {
    const stop = new AbortController();
    let written = 0;
    const going = (async () => {
      while (!stop.signal.aborted) {
        const id = await insertMedia(server.app.db, { musicianId: musician.me.id, title: `Busy ${written}` });
        await musician.client.post(`/api/media/favorites/${id}`);
        written += 1;
      }
    })();
    const { to } = await backUp('busy').finally(() => stop.abort());
    await going;
    expect(written).toBeGreaterThan(0);
    const place = await freshPlace();
    // The restore fails if a foreign key is violated, for example by a favorite of a song that was added later.
    const manifest = await place.restore(to);
    const db = connect(place.databaseUrl);
    const [row] = await db<{ media: number; favorites: number }[]>`
      select (select count(*)::int from media) as media, (select count(*)::int from favorites) as favorites`;
    await db.end();
    const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
    expect(row).toEqual({ media: rowsOf('media'), favorites: rowsOf('favorites') });
  });

  it('skips a file that is deleted before it is read', async () => {
    const { storage, db } = server.app;
    await keep('images/profile/gone/1/200.jpg', 'a picture that is removed');
    const removing: typeof storage = {
      ...storage,
      async read(key) {
        if (key.includes('gone')) await storage.remove(key);
        return storage.read(key);
      },
    };
    const to = join(base, 'swept');
    await writeBackup({ db, dataDir: base, storage: removing, roots, to });
    expect(await readFile(join(to, 'files.txt'), 'utf8')).not.toContain('gone');
    await (await freshPlace()).restore(to);
  });

  it('is refused if the files don’t belong to the database, and reports the number of missing files', async () => {
    const { db, env, storage } = server.app;
    const [named] = await db<{ n: number }[]>`select count(*)::int as n from sources`;
    const said: string[] = [];
    const backUpFrom = (name: string, store: typeof storage) =>
      writeBackup({ db, dataDir: env.DATA_DIR, storage: store, roots, to: join(base, name), say: (x) => said.push(x) });
    const empty = await mkdtemp(join(base, 'unmounted-'));
    await expect(backUpFrom('elsewhere', folderStorage(empty))).rejects.toThrow(
      new RegExp(`^None of the uploaded files that the database names \\(${named?.n}\\) .*S3_BUCKET.* DATA_DIR`),
    );
    expect(await readdir(base)).not.toContain('elsewhere');
    await backUpFrom('incomplete', storage);
    expect(said.find((line) => line.startsWith('Missing'))).toMatch(
      new RegExp(`^Missing from the files, .*: ${(named?.n ?? 0) - 1} of ${named?.n} originals .* originals/`),
    );
    expect(await readdir(join(base, 'incomplete'))).not.toContain('originals.txt');
    // An installation without uploads has no missing files.
    const fresh = await startTestServer({}, { folder: true });
    const first = { db: fresh.app.db, dataDir: fresh.app.env.DATA_DIR, storage: fresh.app.storage };
    await writeBackup({ ...first, roots, to: join(base, 'first') });
    await fresh.close();
    expect((await readManifest(join(base, 'first'))).files).toEqual({ count: 0, bytes: 0 });
  });

  it('isn’t written over another backup, and only appears when it is complete', async () => {
    const { to } = await backUp('once');
    await expect(backUp('once')).rejects.toThrow(`${to} is there already. Name a folder that is not there yet.`);
    const broken = { ...server.app.storage, read: () => Promise.reject(new Error('The store is away.')) };
    const half = join(base, 'half');
    await expect(writeBackup({ db: server.app.db, dataDir: base, storage: broken, roots, to: half })).rejects.toThrow(
      'The store is away.',
    );
    expect(await readdir(base)).not.toContain('half');
    // A failed backup leaves no temporary folder that takes space.
    expect(await readdir(base)).not.toContain('.half.partial');
    await expect(readManifest(base)).rejects.toThrow(/is no whole backup: it has no manifest\.json/);
    await writeFile(join(to, 'manifest.json'), '{"format":1,');
    await expect(readManifest(to)).rejects.toThrow(/manifest\.json is damaged, or of another version of the product: /);
  });

  it('leaves no files when it is aborted, and an aborted restore is marked as unfinished', async () => {
    const { db, storage, env } = server.app;
    const reason = new Error('Enough.');
    const stopping = () => {
      const stop = new AbortController();
      return { signal: stop.signal, on: <T>(value: T): T => (stop.abort(reason), value) };
    };
    const writing = stopping();
    const read: typeof storage.read = async (key) => writing.on(await storage.read(key));
    const to = join(base, 'stopped');
    await expect(
      writeBackup({ db, dataDir: env.DATA_DIR, storage: { ...storage, read }, roots, to, stop: writing.signal }),
    ).rejects.toBe(reason);
    expect((await readdir(base)).filter((name) => name.includes('stopped'))).toEqual([]);

    const { to: from } = await backUp('to-be-stopped');
    const place = await freshPlace();
    const loading = stopping();
    const put: typeof storage.put = async (...file) => loading.on(await place.storage.put(...file));
    await expect(place.restore(from, { storage: { ...place.storage, put }, stop: loading.signal })).rejects.toBe(
      reason,
    );
    expect(unfinishedRestore({ DATA_DIR: place.dataDir, S3: null })).not.toBeNull();
    const half = connect(place.databaseUrl);
    expect(await half`select 1 from users`).toEqual([]);
    await half.end();
  });

  it('is read to the end of its list of files, even if that is longer than a string can be', async () => {
    const { to, manifest } = await backUp('large');
    const list = join(to, 'files.txt');
    await rm(list);
    const named = await pipeLongList(list, 'x'.repeat(4000));
    await expect((await freshPlace()).restore(to)).rejects.toThrow(
      `The backup is damaged: files.txt names ${named} files of ${manifest.files.count}.`,
    );
  });

  it('can only be restored into an empty place, and not if it is damaged or from a newer version', async () => {
    const { to, manifest } = await backUp('damaged');
    const used = { dataDir: base, databaseUrl: server.app.env.DATABASE_URL, storage: server.app.storage, roots, log };
    const scratch = () => openWorkFolder(server.app.env);
    await expect(restoreBackup({ from: to, ...used, scratch })).rejects.toThrow(/^The database is not empty: it has /);
    const place = await freshPlace();
    await expect(restoreBackup({ from: to, ...used, databaseUrl: place.databaseUrl, scratch })).rejects.toThrow(
      /^The store of files is not empty: it has /,
    );
    const picture = join(to, 'files/images/profile/x/1/200.jpg');
    await writeFile(picture, 'another picture');
    await expect(place.restore(to)).rejects.toThrow(
      'The backup is damaged: images/profile/x/1/200.jpg is not what was copied.',
    );
    const half = connect(place.databaseUrl);
    expect(await half`select 1 from users`).toEqual([]);
    await half.end();
    await writeFile(picture, 'a picture');
    await writeFile(
      join(to, 'manifest.json'),
      JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999_later'] }),
    );
    await expect((await freshPlace()).restore(to)).rejects.toThrow(
      'This backup is of a newer version of the product: it has the migration 9999_later. Install that version and restore it there.',
    );
    const [first] = manifest.tables;
    const rows = manifest.tables.map((table) => (table === first ? { ...table, rows: table.rows + 1 } : table));
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, tables: rows }));
    await expect((await freshPlace()).restore(to)).rejects.toThrow(
      /^The backup is damaged: "\w+"\."\w+" should have \d+ rows, and has \d+, or others\.$/,
    );
    expect(await readFile(join(to, 'files.txt'), 'utf8')).toMatch(
      /^[0-9a-f]{64} \d+ images\/profile\/x\/1\/200\.jpg$/m,
    );
  });

  it('doesn’t offer to retry a failed upload or to download a copy of data if the file is missing', async () => {
    const { db } = server.app;
    const [there, gone] = [musician, await server.signUp()].map(({ me }) => me.id) as [string, string];
    const failed = async () => insertMedia(db, { musicianId: there, status: 'failed' });
    const [kept, lost] = [await failed(), await failed()];
    await keep(await originalOf(kept), 'what failed');
    for (const userId of [there, gone])
      await db`
        insert into data_exports (id, user_id, state, bytes, storage_key, expires_at)
        values (${newId()}, ${userId}, 'ready', 3, ${`exports/${userId}/run/my-data.zip`}, now() + interval '1 day')`;
    await keep(`exports/${there}/run/my-data.zip`, 'zip');
    const { to } = await backUp('lacking');
    const place = await freshPlace();
    const said: string[] = [];
    await place.restore(to, { say: (line) => said.push(line) });
    expect(said.slice(-3)).toEqual([
      'Not in the backup, and so not to be tried again: the files of failed uploads (1).',
      'Not in the backup, and so to be asked for again: copies of accounts’ data (1).',
      expect.stringMatching(/^\d+ tables, /),
    ]);
    const restored = connect(place.databaseUrl);
    const retriable = async (id: string) => (await findMedia(restored, id))?.next_keeps_original;
    expect([await retriable(kept), await retriable(lost)]).toEqual([true, false]);
    expect([(await findExport(restored, there))?.bytes, await findExport(restored, gone)]).toEqual([3, null]);
    await restored.end();
  });
});

it('an uploaded song is playable after a restore', async () => {
  const base = await mkdtemp(join(tmpdir(), 'scoville-backup-'));
  const server = await startTestServer({}, { folder: true, worker: true });
  const roots = rootsOf(server.app.domains);
  const musician = await server.signUp();
  const bytes = await readFile(await song({ seconds: 3, format: 'mp3' }));
  const { id } = (await musician.client.upload('/api/upload', { name: 'Kettle.mp3', bytes })).body.media;
  await expect.poll(async () => (await musician.client.get(`/api/media/${id}`)).body.status).toBe('complete');
  expect((await musician.client.put(`/api/media/${id}`, { published: true })).status).toBe(200);
  const { db, storage } = server.app;
  await writeBackup({ db, dataDir: base, storage, roots, to: join(base, 'backup') });
  await server.close();

  const dataDir = join(base, 'fresh');
  const databaseUrl = await createTestDatabase({ migrated: false });
  const fresh = folderStorage(join(dataDir, 'files'));
  const scratch = () => openWorkFolder({ DATA_DIR: dataDir });
  await restoreBackup({ from: join(base, 'backup'), dataDir, databaseUrl, storage: fresh, roots, scratch, log });
  const restored = await startTestServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, { folder: true });
  const visitor = restored.visitor();
  const { sources } = (await visitor.get(`/api/media/${id}`)).body;
  const { env } = restored.app;
  const { ffmpeg } = await findTools({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH });
  const heard = join(base, 'heard');
  for (const { url } of sources) {
    const answer = await restored.http.inject({ url });
    expect(answer.statusCode).toBe(200);
    await writeFile(heard, answer.rawPayload);
    const { stderr } = await promisify(execFile)(ffmpeg, ['-i', heard, '-af', 'volumedetect', '-f', 'null', '-']);
    expect(stderr).toMatch(/time=00:00:03/);
    expect(Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeGreaterThan(-30);
  }
  expect(sources.length).toBeGreaterThan(0);
  await restored.close();
  await rm(base, { recursive: true });
});
