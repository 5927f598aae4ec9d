import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Pool, connect, transaction } from '../server/db/connection.ts';
import { insertMissingSources } from '../server/testkit/media.ts';
import { type EmbeddedServer, startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { refreshCounts } from '../server/discovery/lists.queries.ts';

const SYLLABLES = [...'bdfgklmn'].flatMap((consonant) => [...'aeio'].map((vowel) => consonant + vowel));
/** Words that titles are made of. */
export const VOCABULARY = 20_000;

/** The word of this rank, 1 the commonest: four of 32 syllables, each word another (an odd factor below 32^4). */
export function word(rank: number): string {
  const spread = (rank * 7919) % 32 ** 4;
  return [0, 1, 2, 3].map((place) => SYLLABLES[Math.floor(spread / 32 ** place) % 32]).join('');
}

/** The same word in SQL; ranks by Zipf's law. */
const WORDS = `
  create function bench_word(rank bigint) returns text immutable language sql as $$
    select string_agg(('{${SYLLABLES.join(',')}}'::text[])[1 + (rank * 7919 % 1048576 / (32 ^ place)::bigint) % 32], '' order by place)
    from generate_series(0, 3) place
  $$`;

export interface Filled {
  server: EmbeddedServer;
  /** Opens the database of this name, and fills it with so many media when it is new. */
  open: (name: string, media: number) => Promise<Pool>;
  stop: () => Promise<void>;
}

/** A database server with catalogues of any size. The folder is removed at the end, unless `kept` names one that stays. */
export async function filledServer(kept = process.env['BENCH_KEEP']): Promise<Filled> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'scoville-lists-')));
  const server = await startEmbedded({ dataDir: folder, log: () => {}, durable: false });
  const pools: Pool[] = [];
  return {
    server,
    open: async (name, media) => {
      const db = await openFilled(server.url, `${name}_${media}`, media);
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
  // Under another name until it is whole: a fill that was broken off is not taken for one.
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

/** Published media of the last 900 days, seven in ten curated. */
async function fill(db: Pool, media: number): Promise<void> {
  await db`select setseed(0.5)`;
  await db.unsafe(WORDS);
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
    select gen_random_uuid(), 'First', 'Last ' || n, 'Musician ' || n, 'm' || n || '@example.org', 'm' || n || '@example.org', 'mild'
    from generate_series(1, ${Math.max(100, media / 100)}::int) n`;
  await db`create table bench_words as select rank, bench_word(rank) as word from generate_series(1, ${VOCABULARY}::int) rank`;
  await db`alter table bench_words add primary key (rank)`;
  // The documents of search are written at the end, all at once.
  await db`alter table media disable trigger user`;
  // Genres, moods and the words of titles by Zipf's law: the first genre is in every fifth media, the last in few.
  await transaction(db, async (tx) => {
    await tx`
    with people as (select array_agg(id) as ids from users),
    genres as (select array_agg(id order by position) as ids from categories where kind = 'genre'),
    moods as (select array_agg(id order by position) as ids from categories where kind = 'mood')
    insert into media (id, musician_id, title, type, filename, availability, source_id, published, published_at, allow_curation,
      verdict, storytelling, execution, thumbnail_art, genre_id, genre_curated_at, mood_id, mood_curated_at, curated_at, description)
    select gen_random_uuid(), people.ids[1 + floor(random() * cardinality(people.ids))::int], a.word || ' ' || b.word || ' ' || c.word,
      case when n % 4 = 0 then 'video' else 'song' end, 'song.mp3', 'complete', gen_random_uuid(), true, at, curated,
      case when curated then 'curated' end, case when curated then score end, case when curated then score end, case when curated then score end,
      case when curated then genres.ids[floor(exp(random() * ln(21)))::int] end, case when curated then at end,
      case when curated then moods.ids[floor(exp(random() * ln(17)))::int] end, case when curated then at end,
      case when curated then at end, repeat('Some words about this one. ', 8)
    from (select n, now() - random() * interval '900 days' as at, random() < 0.7 as curated, (60 + floor(random() * 41))::smallint as score,
            floor(exp(random() * ln(${VOCABULARY + 1}::int)))::int as first, floor(exp(random() * ln(${VOCABULARY + 1}::int)))::int as second,
            floor(exp(random() * ln(${VOCABULARY + 1}::int)))::int as third
          from generate_series(1, ${media}::int) n) rows
    join bench_words a on a.rank = first join bench_words b on b.rank = second join bench_words c on c.rank = third, people, genres, moods`;
    await insertMissingSources(tx);
  });
  await db`drop table bench_words`;
  await db`alter table media enable trigger user`;
  await db`select search_rebuild()`;
  await db.unsafe('vacuum analyze');
  await refreshCounts(db);
}
