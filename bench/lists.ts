// Every list with full pages, in order of time and shuffled, near its start and deep inside: a million media against
// ten thousand in the same run. The plans must use an index.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Pool, connect } from '../server/db/connection.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import type { ListFilter } from '../server/discovery/list-filter.ts';
import { aboutHowMany, newestPage, refreshCounts, shuffledPage } from '../server/discovery/lists.queries.ts';
import { bitsFor } from '../server/discovery/shuffle.ts';
import { newId } from '../server/ids.ts';
import { line, median } from './ratio.ts';

const SMALL = 10_000;
const LARGE = Number(process.env['BENCH_MEDIA'] ?? 1_000_000);
const PAGE = 20;
const TIMES = 200;
const BOTH = ['song', 'video'] as const;

const folder = await mkdtemp(join(tmpdir(), 'scoville-lists-'));
const server = await startEmbedded({ dataDir: folder, log: () => {} });

async function filled(name: string, media: number): Promise<Pool> {
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = server.url.replace(/\/[^/]+$/, `/${name}`);
  await migrate(url);
  const db = connect(url, { max: 4 });
  await db`select setseed(0.5)`;
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
    select gen_random_uuid(), 'First', 'Last ' || n, 'Musician ' || n, 'm' || n || '@example.org', 'm' || n || '@example.org', 'mild'
    from generate_series(1, ${Math.max(100, media / 100)}::int) n`;
  // Genres and moods by Zipf's law: the first is in every fifth media, the last in few.
  await db`
    with people as (select array_agg(id) as ids from users),
    genres as (select array_agg(id order by position) as ids from categories where kind = 'genre'),
    moods as (select array_agg(id order by position) as ids from categories where kind = 'mood')
    insert into media (id, musician_id, title, type, filename, status, length_seconds, published, published_at, allow_curation,
      verdict, storytelling, execution, thumbnail_art, genre_id, genre_curated_at, mood_id, mood_curated_at, curated_at, description, playback)
    select gen_random_uuid(), people.ids[1 + floor(random() * cardinality(people.ids))::int], 'Title ' || n,
      case when n % 4 = 0 then 'video' else 'song' end, 'song.mp3', 'complete', 200, true, at, curated,
      case when curated then 'curated' end, case when curated then score end, case when curated then score end, case when curated then score end,
      case when curated then genres.ids[floor(exp(random() * ln(21)))::int] end, case when curated then at end,
      case when curated then moods.ids[floor(exp(random() * ln(17)))::int] end, case when curated then at end,
      case when curated then at end, repeat('Some words about this one. ', 8),
      '[{"key":"media/x/y/song.m4a","type":"audio/mp4","codecs":"mp4a.40.2","bitrate":192000,"width":null,"height":null}]'
    from (select n, now() - random() * interval '900 days' as at, random() < 0.7 as curated, (60 + floor(random() * 41))::smallint as score
          from generate_series(1, ${media}::int) n) rows, people, genres, moods`;
  await db.unsafe('vacuum analyze');
  await refreshCounts(db);
  return db;
}

const [small, large] = [await filled('small', SMALL), await filled('large', LARGE)];

async function lists(db: Pool): Promise<Record<string, ListFilter>> {
  const rows = await db<{ id: string; kind: string; position: number }[]>`select id, kind, position from categories`;
  const id = (kind: string, position: number) =>
    rows.find((row) => row.kind === kind && row.position === position)?.id ?? newId();
  return {
    everything: { list: 'all', types: BOTH },
    'perfectly seasoned': { list: 'perfectly-seasoned', types: BOTH },
    'well done': { list: 'well-done', types: BOTH },
    'a common genre': { list: 'curated', genreId: id('genre', 0), types: BOTH },
    'a rare genre': { list: 'curated', genreId: id('genre', 15), types: BOTH },
    'a mood': { list: 'curated', moodId: id('mood', 0), types: BOTH },
    'genre, mood and videos': { list: 'curated', genreId: id('genre', 0), moodId: id('mood', 0), types: ['video'] },
  };
}

/** One page (milliseconds): every second one from a random place deep inside the list. */
async function onePage(
  db: Pool,
  filter: ListFilter,
  order: 'newest' | 'shuffled',
  bits: number,
  deep: boolean,
): Promise<number> {
  const started = performance.now();
  if (order === 'newest') {
    const at = new Date(Date.now() - Math.random() * 800 * 86_400_000).toISOString();
    await newestPage(db, filter, { after: deep ? { publishedAt: at, id: newId() } : null, size: PAGE + 1, offset: 0 });
  } else {
    const seed = 1 + Math.floor(Math.random() * 2_000_000_000);
    const group = Math.floor((Math.random() * 2 ** bits) / 16 / 2);
    await shuffledPage(db, filter, {
      seed,
      bits,
      after: deep ? { seed, bits, group, hash: '0', id: newId() } : null,
      size: PAGE + 1,
    });
  }
  return performance.now() - started;
}

/** The medians of many pages of both, in turn, so that a busy moment of the machine meets both. */
async function p50(
  one: ListFilter,
  other: ListFilter,
  order: 'newest' | 'shuffled',
): Promise<{ small: number; large: number }> {
  const bits = [bitsFor(await aboutHowMany(small, one)), bitsFor(await aboutHowMany(large, other))] as const;
  const times: [number, number][] = [];
  for (let round = -20; round < TIMES; round += 1) {
    const deep = round % 2 !== 0;
    const pair: [number, number] = [
      await onePage(small, one, order, bits[0], deep),
      await onePage(large, other, order, bits[1], deep),
    ];
    if (round >= 0) times.push(pair);
  }
  return { small: median(times.map(([time]) => time)), large: median(times.map(([, time]) => time)) };
}

/** Runs the real statements with auto_explain-like care: which of them would read the whole table? */
async function usesIndexes(db: Pool): Promise<boolean> {
  await db`select pg_stat_reset()`;
  for (const filter of Object.values(await lists(db))) {
    await newestPage(db, filter, { after: null, size: PAGE + 1, offset: 0 });
    await shuffledPage(db, filter, {
      seed: 7,
      bits: bitsFor(await aboutHowMany(db, filter)),
      after: null,
      size: PAGE + 1,
    });
  }
  await db`select pg_stat_force_next_flush()`;
  const [row] = await db<
    { seq_scan: number; idx_scan: number }[]
  >`select seq_scan, idx_scan from pg_stat_user_tables where relname = 'media'`;
  console.log(`plans at ${LARGE}: ${row?.idx_scan} index scans and ${row?.seq_scan} scans of the whole table`);
  return row?.seq_scan === 0 && (row?.idx_scan ?? 0) > 0;
}

const holds: boolean[] = [await usesIndexes(large)];
const [few, many] = [await lists(small), await lists(large)];
for (const name of Object.keys(many))
  for (const order of ['newest', 'shuffled'] as const) {
    const [a, b] = [few[name], many[name]];
    if (!a || !b) continue;
    const at = await p50(a, b, order);
    holds.push(
      line(
        `${name}, ${order}`,
        at.large / at.small,
        { most: 2 },
        `${at.small.toFixed(2)} ms to ${at.large.toFixed(2)} ms`,
      ),
      line(`${name}, ${order}: milliseconds at ${LARGE}`, at.large, { most: 5 }),
    );
  }

await small.end();
await large.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
process.exitCode = holds.every(Boolean) ? 0 : 1;
