import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pino from 'pino';
import { expect, it } from 'vitest';
import { domains } from '../../app.ts';
import { newId } from '../ids.ts';
import { openQueue } from '../jobs/queue.ts';
import { findMedia } from '../../catalogue/media/media.queries.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import { connect } from './connection.ts';
import { migrate } from './migrate.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0020').length;

it('0020 moves the results of processing from songs and videos to their sources without losing any', async () => {
  const url = await createTestDatabase({ migrated: false });
  await runner({
    databaseUrl: url,
    dir: folder,
    direction: 'up',
    migrationsTable: 'migrations',
    count: before,
    log: () => {},
  });
  const log = pino({ level: 'silent' });
  const queue = await openQueue(
    url,
    domains.handlers.map(({ job }) => job),
    'web',
    log,
  );
  const db = connect(url);
  const userId = await insertPerson(db);
  /** Inserts a song or video and its source like the previous version. */
  const insert = async (status: string, more: Record<string, unknown> = {}) => {
    const [id, source] = [newId(), newId()];
    const key = `media/${id}/${source}/run/song.m4a`;
    await db.begin(async (tx) => {
      const row = {
        id,
        musician_id: userId,
        title: status,
        type: 'song',
        filename: `${status}.mp3`,
        status,
        source_id: source,
      };
      await tx`insert into media ${tx({ ...row, ...more } as never)}`;
      await tx`insert into sources (id, media_id, storage_key, sha256, bytes, mime, demuxer, filename, title_guess, peaks)
        values (${source}, ${id}, ${`originals/${id}/${source}`}, '', 5, 'audio/mpeg', 'mp3', 'song.mp3', 'Guess', ${Buffer.from([1, 2])})`;
      await tx`insert into uploads (id, user_id, file_name, media_id) values (${newId()}, ${userId}, ${`${status}.mp3`}, ${id})`;
      await tx`insert into upload_ledger (media_id, user_id) values (${id}, ${userId})`;
    });
    return { id, source, key };
  };
  const playback = (key: string) =>
    db.json([{ key, type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 1, width: null, height: null }]);
  const found = { length_seconds: 12.5, width: 640, height: 360, loudness_lufs: -9.5, true_peak_dbtp: -0.5 };
  const published = {
    published: true,
    published_at: new Date(),
    progress: 100,
    poster: 'media/x/poster.jpg',
    ...found,
  };
  const complete = await insert('complete', { type: 'video', ...published });
  await db`update media set playback = ${playback(complete.key)} where id = ${complete.id}`;
  await db`insert into renditions (id, source_id, role, storage_key, mime, bytes, sha256)
    values (${newId()}, ${complete.source}, 'aac', ${complete.key}, 'audio/mp4', 5, '')`;
  const waiting = await insert('queued', { attempt: 3, last_failure: 'output-damaged song.m4a' });
  const failed = await insert('failed', { attempt: 2, error_id: 'e1', error_message: 'This file is damaged.' });
  await db`insert into upload_failures (media_id, attempt, user_id) values (${failed.id}, 2, ${userId})`;
  const gone = newId();
  await db`insert into upload_ledger (media_id, user_id) values (${gone}, ${userId})`;
  await queue.boss.send('transcode', { mediaId: waiting.id, attempt: 3 });
  await queue.boss.send('transcode-long', { mediaId: waiting.id });
  const untouched =
    await db`select id, title, filename, published, published_at, band, rk, created_at, updated_at from media order by id`;

  await migrate(url);

  expect(
    await db`select id, title, filename, published, published_at, band, rk, created_at, updated_at from media order by id`,
  ).toEqual(untouched);
  expect(await findMedia(db, complete.id)).toMatchObject({
    ...found,
    source_id: complete.source,
    next_source_id: null,
    status: 'complete',
    progress: 100,
    poster: 'media/x/poster.jpg',
    playback: [{ key: complete.key }],
  });
  expect(await findMedia(db, waiting.id)).toMatchObject({
    source_id: null,
    next_source_id: waiting.source,
    status: 'queued',
    band: null,
  });
  expect(await findMedia(db, failed.id)).toMatchObject({
    source_id: null,
    next_source_id: failed.source,
    status: 'failed',
    error_id: 'e1',
    error_message: 'This file is damaged.',
    next_keeps_original: true,
  });
  const sources = await db`
    select id, owner_kind, owner_id, user_id, attempt, last_failure, type, title_guess, peaks from sources order by id`;
  const common = { owner_kind: 'media', user_id: userId, title_guess: 'Guess', peaks: Buffer.from([1, 2]) };
  const expected = [
    { ...common, id: complete.source, owner_id: complete.id, attempt: 1, last_failure: null, type: 'video' },
    {
      ...common,
      id: waiting.source,
      owner_id: waiting.id,
      attempt: 3,
      last_failure: 'output-damaged song.m4a',
      type: 'song',
    },
    { ...common, id: failed.source, owner_id: failed.id, attempt: 2, last_failure: null, type: 'song' },
  ];
  expect(sources).toEqual(expected.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  const ids = async (rows: Promise<Iterable<{ id?: unknown }>>) => [...(await rows)].map(({ id }) => id).sort();
  const all = [complete.source, waiting.source, failed.source];
  expect(await ids(db`select source_id as id from uploads`)).toEqual(all.toSorted());
  expect(await ids(db`select source_id as id from upload_ledger`)).toEqual([...all, gone].sort());
  expect(await ids(db`select source_id as id from upload_failures`)).toEqual([failed.source]);
  expect(await ids(db`select source_id as id from renditions`)).toEqual([complete.source]);
  const jobs = await db`select name, data from pgboss.job where name like 'transcode%' order by name`;
  expect(jobs.map(({ data }) => data)).toEqual([
    { sourceId: waiting.source, attempt: 3 },
    { sourceId: waiting.source, attempt: 1 },
  ]);

  // Deleting a song deletes its source, and no others.
  await db`delete from media where id = ${failed.id}`;
  expect(await ids(db`select id from sources`)).toEqual([complete.source, waiting.source].sort());
  await queue.stop();
  await db.end();
});
