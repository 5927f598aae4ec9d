// Times every list with full pages, in order of time and shuffled, near its start and deep inside: a million media
// items compared with ten thousand in the same run. The plans must use an index. Then times searches by words of any
// frequency, and by misspelled ones.
import type { Pool } from '../server/platform/db/connection.ts';
import type { ListFilter } from '../server/listening/discovery/list-filter.ts';
import { estimateCount, newestKeys } from '../server/listening/discovery/lists.queries.ts';
import { findPart } from '../server/listening/discovery/search.ts';
import { bitsFor } from '../server/listening/discovery/shuffle.ts';
import { shuffledKeys } from '../server/listening/discovery/shuffled.queries.ts';
import { EVERYTHING } from '../server/listening/discovery/suggestions.ts';
import { newId } from '../server/platform/ids.ts';
import { findMediaByIds } from '../server/catalogue/media/media.queries.ts';
import { VOCABULARY, filledServer, word } from './filled.ts';
import { line, median } from './ratio.ts';

const SMALL = 10_000;
const LARGE = Number(process.env['BENCH_MEDIA'] ?? 1_000_000);
const PAGE = 20;
const TIMES = 200;
/** Pages read before the first is timed, so that plans are made, and the indexes are in memory like in normal use. */
const WARM_UP = 200;
const BOTH = ['song', 'video'] as const;

const filled = await filledServer();
const [small, large] = [await filled.open('lists', SMALL), await filled.open('lists', LARGE)];

/** Items of a listener's taste, as recommended: only shuffled. */
const TASTES = ['recommendations to a common taste', 'recommendations to a rare taste'];

async function lists(db: Pool): Promise<Record<string, ListFilter>> {
  const rows = await db<{ id: string; kind: string; position: number }[]>`select id, kind, position from categories`;
  const id = (kind: string, position: number) =>
    rows.find((row) => row.kind === kind && row.position === position)?.id ?? newId();
  const taste = (position: { genre: number; mood: number }): ListFilter => ({
    list: 'all',
    anyOf: { genres: [id('genre', position.genre)], moods: [id('mood', position.mood)] },
    types: BOTH,
  });
  return {
    [TASTES[0] ?? '']: taste({ genre: 0, mood: 0 }),
    [TASTES[1] ?? '']: taste({ genre: 19, mood: 15 }),
    everything: { list: 'all', types: BOTH },
    'perfectly seasoned': { list: 'perfectly-seasoned', types: BOTH },
    'well done': { list: 'well-done', types: BOTH },
    'a common genre': { list: 'curated', genreId: id('genre', 0), types: BOTH },
    'a rare genre': { list: 'curated', genreId: id('genre', 15), types: BOTH },
    'a mood': { list: 'curated', moodId: id('mood', 0), types: BOTH },
    'genre, mood and videos': { list: 'curated', genreId: id('genre', 0), moodId: id('mood', 0), types: ['video'] },
  };
}

/**
 * Approximate number of items in a list; for a taste, the sum of its genres and moods, as recommendations count them.
 */
async function howMany(db: Pool, { anyOf, ...filter }: ListFilter): Promise<number> {
  if (anyOf === undefined) return estimateCount(db, filter);
  const counts = [
    ...anyOf.genres.map((genreId) => estimateCount(db, { ...filter, genreId })),
    ...anyOf.moods.map((moodId) => estimateCount(db, { ...filter, moodId })),
  ];
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
}

/** Milliseconds for one page, from a random place deep inside the list if `deep`. */
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
    await newestKeys(db, filter, { after: deep ? [at, newId()] : null, skip: 0, limit: PAGE + 1 });
  } else {
    const seed = 1 + Math.floor(Math.random() * 2_000_000_000);
    const group = Math.floor((Math.random() * 2 ** bits) / 16 / 2);
    await shuffledKeys(db, filter, {
      seed,
      bits,
      after: deep ? { group, hash: '0', id: newId() } : null,
      size: PAGE + 1,
    });
  }
  return performance.now() - started;
}

/** The medians of many pages of both, in turn, so that a busy moment of the machine affects both. */
async function p50(
  one: ListFilter,
  other: ListFilter,
  order: 'newest' | 'shuffled',
): Promise<{ small: number; large: number }> {
  const bits = [bitsFor(await howMany(small, one)), bitsFor(await howMany(large, other))] as const;
  const times: [number, number][] = [];
  for (let round = -WARM_UP; round < TIMES; round += 1) {
    const deep = round % 2 !== 0;
    const pair: [number, number] = [
      await onePage(small, one, order, bits[0], deep),
      await onePage(large, other, order, bits[1], deep),
    ];
    if (round >= 0) times.push(pair);
  }
  return { small: median(times.map(([time]) => time)), large: median(times.map(([, time]) => time)) };
}

/** Runs the real statements, and returns whether they use indexes without ever reading the whole table. */
async function usesIndexes(db: Pool): Promise<boolean> {
  await db`select pg_stat_reset()`;
  for (const [name, filter] of Object.entries(await lists(db))) {
    if (!TASTES.includes(name)) await newestKeys(db, filter, { after: null, skip: 0, limit: PAGE + 1 });
    await shuffledKeys(db, filter, {
      seed: 7,
      bits: bitsFor(await howMany(db, filter)),
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

/** Search queries, made from the title of a random item. */
const asks: Record<string, (title: string) => string> = {
  'a common word': () => word(1),
  'a middling word': () => word(50 + Math.floor(Math.random() * 200)),
  'a rare word': () => word(VOCABULARY / 2 + Math.floor((Math.random() * VOCABULARY) / 2)),
  'two common words': () => `${word(1)} ${word(2)}`,
  'the beginning of a word': () => word(1 + Math.floor(Math.random() * 1000)).slice(0, 4),
  'a whole title': (title) => title,
  'a misspelled title': (title) => title.slice(0, 2) + title.slice(3),
};

async function searched(db: Pool, ask: (title: string) => string, titles: readonly string[]): Promise<number> {
  const q = ask(titles[Math.floor(Math.random() * titles.length)] ?? '');
  const started = performance.now();
  const slice = { after: null, skip: 0, limit: PAGE + 1 };
  const { rows } = await findPart(db, { q, tagged: false, filter: '', facets: EVERYTHING }, slice);
  await findMediaByIds(
    db,
    rows.slice(0, PAGE).map(({ id }) => id),
  );
  return performance.now() - started;
}

const someTitles = async (db: Pool): Promise<string[]> =>
  (await db<{ title: string }[]>`select title from media where band is not null limit 500`).map(({ title }) => title);

const holds: boolean[] = [await usesIndexes(large)];
const [few, many] = [await lists(small), await lists(large)];
for (const name of Object.keys(many))
  for (const order of ['newest', 'shuffled'] as const) {
    const [a, b] = [few[name], many[name]];
    if (!a || !b || (order === 'newest' && TASTES.includes(name))) continue;
    const at = await p50(a, b, order);
    holds.push(
      line(
        `${name}, ${order}`,
        at.large / at.small,
        { most: 2 },
        `${at.small.toFixed(2)} ms to ${at.large.toFixed(2)} ms`,
      ),
      // Items of a rare taste are searched among all items, of which only a few in a hundred match.
      line(`${name}, ${order}: milliseconds at ${LARGE}`, at.large, { most: TASTES.includes(name) ? 10 : 5 }),
    );
  }

const [fewTitles, manyTitles] = [await someTitles(small), await someTitles(large)];
for (const [name, ask] of Object.entries(asks)) {
  const times: [number, number][] = [];
  for (let round = -WARM_UP; round < TIMES; round += 1) {
    const pair: [number, number] = [await searched(small, ask, fewTitles), await searched(large, ask, manyTitles)];
    if (round >= 0) times.push(pair);
  }
  const at = { small: median(times.map(([time]) => time)), large: median(times.map(([, time]) => time)) };
  holds.push(
    line(
      `search, ${name}: milliseconds at ${LARGE}`,
      at.large,
      { most: 10 },
      `${at.small.toFixed(2)} ms at ${SMALL}, ${(at.large / at.small).toFixed(2)} times`,
    ),
  );
}

await filled.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
