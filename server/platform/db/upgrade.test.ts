import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../accounts/auth/password.ts';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { MUSIC, make } from '../../testkit/make-files.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { type Pool, connect } from './connection.ts';
import { migrate } from './migrate.ts';

/** The first schema that supported uploads, reviews and plays: migrations 0001 to 0006. */
const OLDEST = '0006_working';
const RENAMED: Record<string, string> = { doomed_files: 'pending_deletions' };
/** Columns whose values a migration changes on purpose, in addition to renamed and removed columns. */
const REWRITTEN: Record<string, readonly string[]> = {
  // The source of an incomplete song or video became its next source (0020).
  media: ['source_id'],
};

type Row = Record<string, unknown>;

describe('an installation of the oldest schema', () => {
  let dataDir: string;
  let db: Pool;
  let url: string;
  let before: Map<string, Row[]>;
  const bytes = randomBytes(5000);
  const [owner, admin, reviewer, gone] = [newId(), newId(), newId(), newId()];
  const [played, waiting, failed, rejected] = [newId(), newId(), newId(), newId()];
  const sourceOf = new Map([played, waiting, failed, rejected].map((id) => [id, newId()]));
  const renditionKey = `media/${played}/${sourceOf.get(played)!}/run/song.m4a`;

  const insert = (table: string, ...rows: Row[]) =>
    Promise.all(rows.map((row) => db`insert into ${db(table)} ${db(row as never)}`));

  /** Stores a file like the old version. */
  const keep = async (key: string, from: Buffer | string) => {
    const path = join(dataDir, 'files', key);
    await mkdir(dirname(path), { recursive: true });
    await (typeof from === 'string' ? cp(from, path) : writeFile(path, from));
  };

  /** The rows of every table in the current schema. */
  const readTables = async (): Promise<Map<string, Row[]>> => {
    const tables = await db<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`;
    const read = tables.map(async ({ name }): Promise<[string, Row[]]> => {
      const rows = await db<{ row: Row }[]>`select to_jsonb(t) as row from ${db(name)} t`;
      return [name, rows.map(({ row }) => row)];
    });
    return new Map(await Promise.all(read));
  };

  async function fill(): Promise<void> {
    const hash = await hashPassword('a long password');
    const person = (id: string, first: string, more: Row = {}): Row => ({
      id,
      first_name: first,
      last_name: 'Oldest',
      display_name: `${first} Oldest`,
      email: `${first.toLowerCase()}@example.org`,
      original_email: `${first.toLowerCase()}@example.org`,
      password_hash: hash,
      plan: 'mild',
      ...more,
    });
    await insert(
      'users',
      person(owner, 'Wren', { username: 'wren', bio: 'Here first.', city: 'Porto', play_count: 7 }),
      person(admin, 'Ada', { role: 'admin' }),
      person(reviewer, 'Rio', { is_curator: true }),
      person(gone, 'Gone', { deleted_at: new Date() }),
    );
    await insert('sessions', {
      token_hash: Buffer.from('a hash'),
      user_id: owner,
      expires_at: new Date(Date.now() + 86_400_000),
    });
    await insert('secrets', { name: 'addresses', value: 'a secret of the old installation' });
    await insert('rate_limits', { key: 'k', window_ends: new Date(), taken: 1 });
    await insert('idempotency_keys', { user_id: owner, key: 'k', endpoint: 'e', request_hash: Buffer.from('h') });
    const [genre] = await db<
      { id: string }[]
    >`select id from categories where kind = 'genre' order by position limit 1`;
    const genreId = genre!.id;
    const at = new Date();
    const scores = { storytelling: 90, execution: 88, thumbnail_art: 86 };
    const media = (id: string, title: string, more: Row): Row => ({
      id,
      musician_id: owner,
      title,
      description: `About ${title}`,
      tags: ['old'],
      type: 'song',
      filename: `${title}.wav`,
      source_id: sourceOf.get(id),
      ...more,
    });
    const published = { status: 'complete', progress: 100, published: true, published_at: at, length_seconds: 4 };
    await db.begin(async (tx) => {
      for (const row of [
        media(played, 'Played', {
          ...published,
          ...scores,
          allow_curation: true,
          first_submitted_at: at,
          verdict: 'curated',
          curated_by: reviewer,
          curated_at: at,
          curation_message: 'Lovely.',
          genre_id: genreId,
          genre_curated_at: at,
          loudness_lufs: -12.5,
          true_peak_dbtp: -1,
          play_count: 7,
          share_count: 2,
          playback: tx.json([
            { key: renditionKey, type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 128_000, width: null, height: null },
          ]),
        }),
        media(waiting, 'Waiting', { updated_at: new Date(Date.now() - 600_000) }),
        media(failed, 'Failed', { status: 'failed', error_id: 'e1', error_message: 'This file is damaged.' }),
        media(rejected, 'Rejected', {
          ...published,
          storytelling: 20,
          execution: 20,
          thumbnail_art: 20,
          verdict: 'rejected',
          rejected_by: reviewer,
          rejected_at: at,
        }),
      ])
        await tx`insert into media ${tx(row as never)}`;
      for (const [id, source] of sourceOf)
        await tx`insert into sources (id, media_id, storage_key, sha256, bytes, mime, demuxer, filename, peaks, title_guess)
          values (${source}, ${id}, ${`originals/${id}/${source}`}, ${randomBytes(32)}, 705644, 'audio/wav', 'wav', 'song.wav',
            ${Buffer.from([1, 2, 3])}, 'song')`;
    });
    await insert('renditions', {
      id: newId(),
      source_id: sourceOf.get(played),
      role: 'aac',
      storage_key: renditionKey,
      mime: 'audio/mp4',
      bytes: bytes.length,
      sha256: randomBytes(32),
    });
    await insert('uploads', { id: newId(), user_id: owner, file_name: 'Waiting.wav', media_id: waiting });
    await insert('upload_ledger', ...[played, waiting].map((id) => ({ media_id: id, user_id: owner })));
    await insert('doomed_files', { prefix: 'media/none' });
    const review = { submitted_at: at, due_at: at, reviewer_id: reviewer };
    await insert(
      'reviews',
      { id: newId(), media_id: played, ...review, ...scores, decided_at: at, decided_by: reviewer, outcome: 'curated' },
      { id: newId(), media_id: rejected, ...review, decided_at: at, outcome: 'rejected', words: 'Too loud.' },
    );
    await insert('stat_events', { title: 'play', media_id: played, musician_id: owner, visitor: 'somebody' });
    await insert('stat_days', { day: '2026-11-20', title: 'play', musician_id: owner, media_id: played, n: 7 });
    const mail = { to: 'wren@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello', kind: 'verdict' };
    await insert('outbox', { id: newId(), ...mail, state: 'sent', sent_at: at }, { id: newId(), ...mail });
    await insert('system_message', { id: newId(), message: 'Welcome.', updated_by: admin });
    await insert('resumable_uploads', {
      id: newId(),
      user_id: owner,
      file_name: 'half.wav',
      bytes: 10,
      expires_at: new Date(Date.now() + 86_400_000),
    });
    await insert('list_counts', { list: 'all', type: 'song', n: 2 });
    await insert('deliveries', { visitor: 'v', media_id: played, bytes: 1, first_at: at, last_at: at });
    await keep(renditionKey, bytes);
    const scratch = await mkdtemp(join(dataDir, 'scratch-'));
    await keep(`originals/${waiting}/${sourceOf.get(waiting)!}`, await make(scratch, 'song.wav', MUSIC(4)));
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'scoville-upgrade-'));
    url = await createTestDatabase({ migrated: false });
    const files = (await readdir(join(import.meta.dirname, 'migrations'))).toSorted();
    await migrate(url, files.indexOf(`${OLDEST}.sql`) + 1);
    db = connect(url, { max: 4 });
    await fill();
    before = await readTables();
  });
  afterAll(async () => {
    await db.end({ timeout: 1 });
    await rm(dataDir, { recursive: true });
  });

  it('has rows in every table before the upgrade, so that every table is tested', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual([]);
  });

  it('keeps every row and every value through all migrations', async () => {
    await migrate(url);
    const after = await readTables();
    const lost: string[] = [];
    for (const [name, rows] of before) {
      const now = after.get(RENAMED[name] ?? name) ?? [];
      const rewritten = REWRITTEN[name] ?? [];
      // A table that is empty now shows no columns here, so all its rows count as lost.
      const columns = Object.keys(rows[0]!).filter((column) => column in (now[0] ?? {}) && !rewritten.includes(column));
      const texts = (all: Row[]) => all.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted();
      const left = texts(now);
      for (const text of texts(rows)) {
        const at = left.indexOf(text);
        if (at === -1) lost.push(`${name} ${text}`);
        else left.splice(at, 1);
      }
    }
    expect(lost).toEqual([]);
  });

  describe('run by this version', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({ DATABASE_URL: url, DATA_DIR: dataDir }, { worker: true, folder: true });
    });
    afterAll(() => server.close());

    it('signs in an existing account, and shows its profile and songs', async () => {
      const visitor = server.visitor();
      const { status, body } = await visitor.post('/auth', { email: 'wren@example.org', password: 'a long password' });
      expect([status, body.username, body.bio]).toEqual([200, 'wren', 'Here first.']);
      const titles = (await visitor.post(`/api/media/user/${owner}`)).body.media.map(
        ({ title }: { title: string }) => title,
      );
      expect(titles.toSorted()).toEqual(['Failed', 'Played', 'Rejected', 'Waiting']);
    });

    it('plays an existing song, byte for byte, with its verdict and its plays', async () => {
      const visitor = server.visitor();
      const { body } = await visitor.get(`/api/media/${played}`);
      expect(body).toMatchObject({ title: 'Played', playCount: 7, curationStats: { storytelling: 90 } });
      const [source] = body.sources as { url: string }[];
      const whole = await server.http.inject({ url: source!.url });
      expect(whole.statusCode).toBe(200);
      expect(Buffer.compare(whole.rawPayload, bytes)).toBe(0);
    });

    it('processes a song that was waiting', async () => {
      await expect
        .poll(async () => (await db`select availability from media where id = ${waiting}`)[0]?.['availability'])
        .toBe('complete');
    });
  });
});
