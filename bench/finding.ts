// How long searches and suggestions take at ten thousand and a million media (p50 and p99), and how well they find: 200
// queries whose answer is known, by their reciprocal rank. With the path of a catalogue (lines of JSON with title, artist
// and tags; `BENCH_CATALOGUE`) the same is asked of that one.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Pool, transaction } from '../server/db/connection.ts';
import { findPart } from '../server/discovery/search.ts';
import { EVERYTHING, findSuggested } from '../server/discovery/suggestions.ts';
import { refreshSuggestions } from '../server/discovery/suggestions.queries.ts';
import { newId } from '../server/ids.ts';
import { findMediaByIds } from '../server/media/media.queries.ts';
import { insertMissingSources } from '../server/testkit/media.ts';
import { filledServer, word } from './filled.ts';
import { line } from './ratio.ts';

const SMALL = 10_000;
const LARGE = Number(process.env['BENCH_MEDIA'] ?? 1_000_000);
const TIMES = 1000;
const WARM_UP = 200;
const QUERIES = 200;

const search = (db: Pool, q: string, limit: number) =>
  findPart(db, { q, tagged: false, filter: '', facets: EVERYTHING }, { after: null, skip: 0, limit });

/** The same numbers in every run (a linear congruence, after Lehmer). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

async function times(work: (round: number) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const taken: number[] = [];
  for (let round = -WARM_UP; round < TIMES; round += 1) {
    const started = performance.now();
    await work(round + WARM_UP);
    if (round >= 0) taken.push(performance.now() - started);
  }
  taken.sort((one, other) => one - other);
  return { p50: taken[TIMES / 2] ?? 0, p99: taken[Math.floor(TIMES * 0.99)] ?? 0 };
}

/** What people ask: a common word, two, a rare one, a whole title, a misspelled one. */
function askedOf(titles: readonly string[]): string[] {
  const next = numbers(7);
  return titles.map((title, index) => {
    const words = title.split(' ');
    const asked = [word(1 + next(20)), word(1 + next(500)), title, `${words[1]} ${words[0]}`, misspelled(title, next)];
    return asked[index % asked.length] ?? title;
  });
}

/** Without a letter of its longest word, or with two of them swapped. */
function misspelled(title: string, next: (below: number) => number): string {
  const words = title.split(' ');
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length < 4) return title;
  const at = 1 + next(longest.length - 2);
  const [before, letter, after] = [longest.slice(0, at), longest[at] ?? '', longest.slice(at + 1)];
  const wrong = next(2) === 0 ? before + after : before + after.slice(0, 1) + letter + after.slice(1);
  return words.map((one) => (one === longest ? wrong : one)).join(' ');
}

const titlesOf = async (db: Pool, most: number): Promise<string[]> => {
  const rows = await db<{ title: string }[]>`
    select title from (select distinct title from media where band is not null and title ~ '^[^ ]{3,} [^ ]{3,}') titles
    order by md5(title) limit ${most}`;
  return rows.map(({ title }) => title);
};

/** Queries for known titles, and whether the words are misspelled: whole, in another order, cut off, and wrong. */
function queriesFor(titles: readonly string[]): { q: string; title: string; wrong: boolean }[] {
  const next = numbers(11);
  return titles.map((title, index) => {
    const forms = [title, title.split(' ').toReversed().join(' '), title.slice(0, -2), misspelled(title, next)];
    const form = index % forms.length;
    return { q: forms[form] ?? title, title, wrong: form === 3 };
  });
}

async function quality(db: Pool, name: string): Promise<boolean[]> {
  const ranks: { rank: number; wrong: boolean }[] = [];
  for (const { q, title, wrong } of queriesFor(await titlesOf(db, QUERIES))) {
    const { rows } = await search(db, q, 20);
    const shown = new Map(
      (
        await findMediaByIds(
          db,
          rows.map(({ id }) => id),
        )
      ).map((one) => [one.id, one.title]),
    );
    // Media of the same title are as good an answer.
    ranks.push({ rank: rows.findIndex(({ id }) => shown.get(id) === title) + 1, wrong });
  }
  const mean = ranks.reduce((sum, { rank }) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length;
  const misspellings = ranks.filter(({ wrong }) => wrong);
  const found = misspellings.filter(({ rank }) => rank > 0 && rank <= 5).length / misspellings.length;
  return [
    line(`${name}: mean reciprocal rank of ${ranks.length} queries`, mean, { least: 0.9 }),
    line(`${name}: misspelled ones that are among the first five`, found, { least: 0.9 }),
  ];
}

async function speed(db: Pool, media: number): Promise<boolean[]> {
  const titles = await titlesOf(db, 500);
  const asked = askedOf(titles);
  await refreshSuggestions(db);
  const searched = await times((round) => search(db, asked[round % asked.length] ?? '', 21));
  const typed = titles.map((title, index) => title.slice(0, 1 + (index % 6)));
  const suggested = await times(async (round) => {
    const q = typed[round % typed.length] ?? '';
    await findSuggested(db, q);
  });
  return [
    line(`search at ${media}: p50 in milliseconds`, searched.p50, { most: 8 }),
    line(`search at ${media}: p99`, searched.p99, { most: 40 }),
    line(`suggestions at ${media}: p50 in milliseconds`, suggested.p50, { most: 1 }),
    line(`suggestions at ${media}: p99`, suggested.p99, { most: 5 }),
  ];
}

/** Fills an empty catalogue from lines of JSON. */
async function readCatalogue(db: Pool, file: string): Promise<void> {
  const artists = new Map<string, string>();
  const rows: { id: string; musician_id: string; title: string; tags: string[] }[] = [];
  for await (const text of createInterface({ input: createReadStream(file) })) {
    if (text === '') continue;
    const { title, artist, tags } = JSON.parse(text) as { title: string; artist: string; tags: string[] };
    if (!artists.has(artist)) artists.set(artist, newId());
    rows.push({ id: newId(), musician_id: artists.get(artist) ?? '', title: title.slice(0, 200), tags });
  }
  // The documents of search are written at the end, all at once.
  await db`alter table media disable trigger user`;
  await transaction(db, async (tx) => {
    await tx`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
      select id, 'A', 'Musician', left(name, 100), id || '@example.org', id || '@example.org', 'mild'
      from jsonb_to_recordset(${tx.json([...artists].map(([name, id]) => ({ id, name })))}) as artists(id uuid, name text)`;
    await tx`insert into media (id, musician_id, title, tags, type, filename, availability, source_id, published, published_at)
      select id, musician_id, title, array(select jsonb_array_elements_text(tags)), 'song', 'song.mp3', 'complete', gen_random_uuid(), true, now()
      from jsonb_to_recordset(${tx.json(rows)}) as rows(id uuid, musician_id uuid, title text, tags jsonb)`;
    await insertMissingSources(tx);
  });
  await db`alter table media enable trigger user`;
  await db`select search_rebuild()`;
}

const filled = await filledServer();
const holds: boolean[] = [];
const small = await filled.open('lists', SMALL);
holds.push(...(await speed(small, SMALL)), ...(await quality(small, `${SMALL} media`)));
const catalogue = process.env['BENCH_CATALOGUE'];
if (catalogue !== undefined) {
  const db = await filled.open('catalogue', 0);
  await readCatalogue(db, catalogue);
  holds.push(...(await quality(db, 'the catalogue')));
}
if (LARGE > SMALL) holds.push(...(await speed(await filled.open('lists', LARGE), LARGE)));
await filled.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
