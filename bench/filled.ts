import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Pool, connect, transaction } from '../server/platform/db/connection.ts';
import { insertMissingSources } from '../server/testkit/media.ts';
import { type OwnDatabase, startDatabase } from '../scripts/database.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { refreshCounts } from '../server/listening/discovery/lists.queries.ts';

const SYLLABLES = [...'bdfgklmn'].flatMap((consonant) => [...'aeio'].map((vowel) => consonant + vowel));
/** Number of words that titles are made of. */
export const VOCABULARY = 20_000;

/**
 * The word of this rank, 1 being the most common: four of 32 syllables. The factor is odd and the range is 32^4, so
 * that each rank has its own word.
 */
export function word(rank: number): string {
  const spread = (rank * 7919) % 32 ** 4;
  return [0, 1, 2, 3].map((place) => SYLLABLES[Math.floor(spread / 32 ** place) % 32]).join('');
}

/** Number of words that names and tags are made of: as many as in the vocabulary of a large catalogue. */
const NAMES = 300_000;
const PAIRS = [...'bdfghjklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** Number of towns that musicians live in: every sixth musician in the first, few in the last. */
export const TOWNS = 300;
/** The location of the town of this rank: anywhere in the middle of North America. */
export const town = (rank: number): { latitude: number; longitude: number } => ({
  latitude: 25 + ((rank * 7919) % 2300) / 100,
  longitude: -123 + ((rank * 4729) % 5300) / 100,
});

/** Version of the catalogues made here, so that a kept one of another version isn't reused. */
const EDITION = 2;

/**
 * The words in SQL; ranks follow Zipf's law. Names of common ranks are short: two to four of 80 syllables. The factor
 * isn't divisible by 2 or 5, so that each rank has its own name.
 */
const WORDS = `
  create function bench_name(rank bigint) returns text immutable language sql as $$
    select string_agg(('{${PAIRS.join(',')}}'::text[])[1 + (rank * 7919 % (80 ^ length)::bigint / (80 ^ place)::bigint) % 80], '' order by place)
    from (select case when rank <= 500 then 2 when rank <= 50000 then 3 else 4 end as length) of, generate_series(0, length - 1) place
  $$;
  create function bench_word(rank bigint) returns text immutable language sql as $$
    select string_agg(('{${SYLLABLES.join(',')}}'::text[])[1 + (rank * 7919 % 1048576 / (32 ^ place)::bigint) % 32], '' order by place)
    from generate_series(0, 3) place
  $$`;

export interface Filled {
  server: OwnDatabase;
  /** Opens the database called `name`. If the database doesn't exist yet, creates it with `media` items. */
  open: (name: string, media: number) => Promise<Pool>;
  stop: () => Promise<void>;
}

/** A database server with catalogues of any size. The folder is removed at the end, unless `kept` names one to keep. */
export async function filledServer(kept = process.env['BENCH_KEEP']): Promise<Filled> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'scoville-lists-')));
  const server = await startDatabase(folder);
  const pools: Pool[] = [];
  return {
    server,
    open: async (name, media) => {
      const db = await openFilled(server.url, `${name}${EDITION}_${media}`, media);
      pools.push(db);
      return db;
    },
    stop: async () => {
      for (const db of pools) await db.end();
      await server.stop();
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openFilled(address: string, name: string, media: number): Promise<Pool> {
  const admin = postgres(address, { max: 1, onnotice: () => {} });
  const there = await admin`select 1 from pg_database where datname = ${name}`;
  const url = address.replace(/\/[^/]+$/, `/${name}`);
  // Filled under a temporary name first, so that a later run doesn't take an interrupted fill for a complete one.
  const unfinished = `${name}_unfinished`;
  if (there.length === 0) {
    await admin.unsafe(`drop database if exists ${unfinished}`);
    await admin.unsafe(`create database ${unfinished}`);
    const db = connect(address.replace(/\/[^/]+$/, `/${unfinished}`), { max: 1 });
    await migrate(address.replace(/\/[^/]+$/, `/${unfinished}`));
    await fill(db, media);
    await db.end();
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
  }
  await admin.end();
  await migrate(url);
  return connect(url, { max: 4 });
}

/**
 * Published media items of the last 900 days by musicians of many towns: seven in ten curated, all played, each with
 * two tags.
 */
async function fill(db: Pool, media: number): Promise<void> {
  await db`select setseed(0.5)`;
  await db.unsafe(WORDS);
  await db`create table bench_words as select rank, bench_word(rank) as word from generate_series(1, ${VOCABULARY}::int) rank`;
  await db`create table bench_names as select rank, bench_name(rank) as word from generate_series(1, ${NAMES}::int) rank`;
  await db`create table bench_towns as select * from jsonb_to_recordset(${db.json(
    Array.from({ length: TOWNS }, (_, at) => ({ rank: at + 1, ...town(at + 1) })),
  )}) as towns(rank int, latitude real, longitude real)`;
  for (const table of ['bench_words', 'bench_names', 'bench_towns'])
    await db`alter table ${db(table)} add primary key (rank)`;
  await db`
    insert into users (id, first_name, last_name, display_name, email, original_email, plan, latitude, longitude)
    select gen_random_uuid(), 'First', 'Last ' || n, initcap(a.word || ' ' || b.word), 'm' || n || '@example.org',
      'm' || n || '@example.org', 'mild', t.latitude, t.longitude
    from (select n, floor(exp(random() * ln(${NAMES + 1}::int)))::int as first, floor(exp(random() * ln(${NAMES + 1}::int)))::int as second,
            floor(exp(random() * ln(${TOWNS + 1}::int)))::int as town
          from generate_series(1, ${Math.max(100, media / 100)}::int) n) rows
    join bench_names a on a.rank = first join bench_names b on b.rank = second join bench_towns t on t.rank = town`;
  // Search documents are written at the end, all at once.
  await db`alter table media disable trigger user`;
  // Genres, moods and the words of titles follow Zipf's law: every fifth item has the first genre, few have the last.
  await transaction(db, async (tx) => {
    await tx`
    with people as (select array_agg(id) as ids from users),
    genres as (select array_agg(id order by position) as ids from categories where kind = 'genre'),
    moods as (select array_agg(id order by position) as ids from categories where kind = 'mood')
    insert into media (id, musician_id, title, type, filename, availability, source_id, published, published_at, allow_curation,
      verdict, storytelling, execution, thumbnail_art, genre_id, genre_curated_at, mood_id, mood_curated_at, curated_at, description, tags, play_count)
    select gen_random_uuid(), people.ids[1 + floor(random() * cardinality(people.ids))::int], a.word || ' ' || b.word || ' ' || c.word,
      case when n % 4 = 0 then 'video' else 'song' end, 'song.mp3', 'complete', gen_random_uuid(), true, at, curated,
      case when curated then 'curated' end, case when curated then score end, case when curated then score end, case when curated then score end,
      case when curated then genres.ids[floor(exp(random() * ln(21)))::int] end, case when curated then at end,
      case when curated then moods.ids[floor(exp(random() * ln(17)))::int] end, case when curated then at end,
      case when curated then at end, repeat('Some words about this one. ', 8),
      -- One of eight is of two words, always the same two.
      array[d.word, case when n % 4 = 0 then e.word || ' ' || f.word else e.word end], plays
    from (select n, now() - random() * interval '900 days' as at, random() < 0.7 as curated, (60 + floor(random() * 41))::smallint as score,
            floor(exp(random() * ln(${VOCABULARY + 1}::int)))::int as first, floor(exp(random() * ln(${VOCABULARY + 1}::int)))::int as second,
            floor(exp(random() * ln(${VOCABULARY + 1}::int)))::int as third,
            floor(exp(random() * ln(${NAMES + 1}::int)))::int as fourth, floor(exp(random() * ln(${NAMES + 1}::int)))::int as fifth,
            floor(exp(random() * ln(10000)))::int as plays
          from generate_series(1, ${media}::int) n) rows
    join bench_words a on a.rank = first join bench_words b on b.rank = second join bench_words c on c.rank = third
    join bench_names d on d.rank = fourth join bench_names e on e.rank = fifth
    join bench_names f on f.rank = 1 + fifth * 13 % ${NAMES}::int, people, genres, moods`;
    await insertMissingSources(tx);
  });
  await db`drop table bench_words, bench_names, bench_towns`;
  await db`alter table media enable trigger user`;
  await db`select search_rebuild()`;
  await db.unsafe('vacuum analyze');
  await refreshCounts(db);
}
