// Measures how long searches and suggestions take with ten thousand and a million media items (p50 and p99), and how
// well they find: the mean reciprocal rank of 200 queries with known answers, in a catalogue of real titles if there is
// one (lines of JSON with title, artist and tags in `BENCH_CATALOGUE` or ../shared/inputs/catalogue/tracks.ndjson),
// otherwise in a generated one; and in the demo's. The real ones are mixed with titles in other scripts and names with
// punctuation: for these, measures the share found by typical queries, and their time compared with plain words.
// `BENCH_MEDIA` is the size of the largest catalogue; with 10000, only the small one is measured.
import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Pool, transaction } from '../server/platform/db/connection.ts';
import { findNearest } from '../server/listening/discovery/search.queries.ts';
import { findPart } from '../server/listening/discovery/search.ts';
import { EVERYTHING, findSuggested } from '../server/listening/discovery/suggestions.ts';
import { refreshSuggestions } from '../server/listening/discovery/suggestions.queries.ts';
import { catalogue } from '../demo/catalogue.ts';
import { people } from '../demo/people.ts';
import { newId } from '../server/platform/ids.ts';
import { findMediaByIds } from '../server/catalogue/media/media.queries.ts';
import type { Circle } from '../server/platform/places/near.ts';
import { insertMissingSources } from '../server/testkit/media.ts';
import { TOWNS, VOCABULARY, filledServer, town, word } from './filled.ts';
import { line, sideBySide, timed } from './ratio.ts';
import { SIGNS, TITLES, typedFor } from './titles.ts';

const SMALL = 10_000;
const LARGE = Number(process.env['BENCH_MEDIA'] ?? 1_000_000);
const TIMES = 1000;
const WARM_UP = 200;
const QUERIES = 200;
/** Maximum number of words and names that are offered. */
const NEAREST = 5;

/** Miles around a town. */
const MILES = 50;

const search = (db: Pool, q: string, limit: number, near: Circle | null = null) =>
  findPart(db, { q, tagged: false, filter: '', facets: { ...EVERYTHING, near } }, { after: null, skip: 0, limit });

/** A search, and the nearest words if it finds nothing. */
async function searchOrNearest(db: Pool, q: string): Promise<void> {
  const { total } = await search(db, q, 21);
  if (total === 0) await findNearest(db, q, false, NEAREST);
}

/** Pseudorandom numbers, the same in every run (a linear congruential generator, after Lehmer). */
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

/** Typical queries: a very common word, a common word, a whole title, its words swapped, and a misspelled title. */
function typicalQueries(titles: readonly string[]): string[] {
  const next = numbers(7);
  return titles.map((title, index) => {
    const words = title.split(' ');
    const forms = [word(1 + next(20)), word(1 + next(500)), title, `${words[1]} ${words[0]}`, misspelled(title, next)];
    return forms[index % forms.length] ?? title;
  });
}

/** A word that occurs nowhere, with most letters of a word that occurs. */
const otherwise = (known: string): string => `x${known.slice(1, -1)}x`;

/** Words of titles and names, the same in every run. */
const wordsOf = async (db: Pool, most: number): Promise<string[]> => {
  const rows = await db<{ word: string }[]>`select word from vocabulary order by md5(word) limit ${most}`;
  return rows.map(({ word }) => word);
};

/** Two unknown words, each similar to a known one, among ten known words. */
function twelveWords(known: readonly string[], round: number): string {
  const next = numbers(1 + round);
  const words = Array.from({ length: 10 }, () => word(1 + next(VOCABULARY)));
  for (const add of [1, 2])
    words.splice(next(words.length), 0, otherwise(known[(2 * round + add) % known.length] ?? ''));
  return words.join(' ');
}

/** The title without a letter of its longest word, or with two of its letters swapped. */
function misspelled(title: string, next: (below: number) => number): string {
  const words = title.split(' ');
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length < 4) return title;
  const at = 1 + next(longest.length - 2);
  const [before, letter, after] = [longest.slice(0, at), longest[at] ?? '', longest.slice(at + 1)];
  const wrong = next(2) === 0 ? before + after : before + after.slice(0, 1) + letter + after.slice(1);
  return words.map((one) => (one === longest ? wrong : one)).join(' ');
}

const titlesOf = async (db: Pool, most: number, like = '^[^ ]{3,} [^ ]{3,}'): Promise<string[]> => {
  const rows = await db<{ title: string }[]>`
    select title from (select distinct title from media where band is not null and title ~ ${like}) titles
    order by md5(title) limit ${most}`;
  return rows.map(({ title }) => title);
};

const FORMS = ['whole', 'in another order', 'cut off', 'misspelled', 'accents otherwise'] as const;
type Form = (typeof FORMS)[number];

/** Removes a title's accents, or adds one if it has none, because people make both mistakes in unfamiliar words. */
function accentsOtherwise(title: string, next: (below: number) => number): string {
  const plain = title
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
  if (plain !== title) return plain;
  const vowels = [...title.matchAll(/[aeiou]/gi)].map(({ index }) => index);
  const at = vowels[next(Math.max(1, vowels.length))];
  return at === undefined ? title : `${title.slice(0, at + 1)}\u0301${title.slice(at + 1)}`.normalize('NFC');
}

/**
 * Queries for known titles, as many in each form: whole, in another order, with the end cut off, misspelled, and with
 * other accents. Half of the last form are for titles with accents, as far as there are any.
 */
async function queriesFor(db: Pool): Promise<{ q: string; title: string; form: Form }[]> {
  const next = numbers(11);
  const [titles, accented] = [await titlesOf(db, QUERIES), await titlesOf(db, QUERIES, '[À-ÖØ-öø-ÿ]')];
  return Array.from({ length: QUERIES }, (_, index) => {
    // A small catalogue has fewer titles than queries, so each title is queried in several forms.
    const round = Math.floor(index / titles.length);
    const form = FORMS[(index + round) % FORMS.length] ?? 'whole';
    const has = form === 'accents otherwise' && next(2) === 0 ? accented : [];
    const title = has[index % has.length] ?? titles[index % titles.length] ?? '';
    const q = {
      whole: () => title,
      'in another order': () => title.split(' ').toReversed().join(' '),
      'cut off': () => title.slice(0, -2),
      misspelled: () => misspelled(title, next),
      'accents otherwise': () => accentsOtherwise(title, next),
    }[form]();
    return { q, title, form };
  });
}

async function quality(db: Pool, name: string): Promise<boolean[]> {
  const ranks: { rank: number; form: Form; q: string; title: string }[] = [];
  for (const { q, title, form } of await queriesFor(db)) {
    const { rows } = await search(db, q, 20);
    const shown = new Map(
      (
        await findMediaByIds(
          db,
          rows.map(({ id }) => id),
        )
      ).map((one) => [one.id, one.title]),
    );
    // Items with the same title are equally good answers.
    ranks.push({ rank: rows.findIndex(({ id }) => shown.get(id) === title) + 1, form, q, title });
  }
  const meanOf = (some: typeof ranks) =>
    some.reduce((sum, { rank }) => sum + (rank === 0 ? 0 : 1 / rank), 0) / some.length;
  const misspellings = ranks.filter(({ form }) => form === 'misspelled');
  const found = misspellings.filter(({ rank }) => rank > 0 && rank <= 5).length / misspellings.length;
  for (const form of FORMS)
    console.log(`       ${name}, ${form}: ${meanOf(ranks.filter((one) => one.form === form)).toFixed(2)}`);
  if (process.env['BENCH_MISSES'] !== undefined)
    for (const { q, title, rank } of ranks.filter((one) => one.rank !== 1))
      console.log(`${rank}: “${q}” for “${title}”`);
  return [
    line(`${name}: mean reciprocal rank of ${ranks.length} queries`, meanOf(ranks), { least: 0.9 }),
    line(`${name}: misspelled ones that are among the first five`, found, { least: 0.9 }),
  ];
}

async function speed(db: Pool, media: number): Promise<boolean[]> {
  const titles = await titlesOf(db, 500);
  const typical = typicalQueries(titles);
  await refreshSuggestions(db, 'all');
  // All suggestions were just written, and autovacuum would run during the measurement.
  await db.unsafe('vacuum analyze suggestions');
  const searched = await times((round) => search(db, typical[round % typical.length] ?? '', 21));
  const typed = titles.map((title, index) => title.slice(0, 1 + (index % 6)));
  const suggested = await times(async (round) => {
    const q = typed[round % typed.length] ?? '';
    await findSuggested(db, q);
  });
  const nearest = await times((round) => findNearest(db, `x${titles[round % titles.length] ?? ''}x`, false, NEAREST));
  const known = await wordsOf(db, 1000);
  // The first word has three letters, which many names begin with, so it has the most similar words.
  const ofTwo = await times((round) => {
    const [one = '', other = ''] = [known[round % known.length], known[(round + 1) % known.length]];
    return findNearest(db, `${one.slice(0, 3)} ${otherwise(other)}`, false, NEAREST);
  });
  const ofTwelve = await times((round) => searchOrNearest(db, twelveWords(known, round)));
  const around = await times((round) => {
    // Every second search is around the town with the most musicians; every fourth has no word.
    const circle = { ...town(round % 2 === 0 ? 1 : 1 + (round % TOWNS)), miles: MILES };
    return search(db, round % 4 === 3 ? '' : word(1 + (round % 50)), 21, circle);
  });
  return [
    line(`nearest to two unknown words, one of three letters, at ${media}: p50`, ofTwo.p50, { most: 10 }),
    line(`nearest to two unknown words, one of three letters, at ${media}: p99`, ofTwo.p99, { most: 40 }),
    line(`search for twelve words, two of them unknown, at ${media}: p50`, ofTwelve.p50, { most: 20 }),
    line(`search for twelve words, two of them unknown, at ${media}: p99`, ofTwelve.p99, { most: 40 }),
    line(`search within ${MILES} miles at ${media}: p50`, around.p50, { most: 10 }),
    line(`search within ${MILES} miles at ${media}: p99`, around.p99, { most: 40 }),
    line(`nearest to nothing found at ${media}: p50 in milliseconds`, nearest.p50, { most: 10 }),
    line(`nearest to nothing found at ${media}: p99`, nearest.p99, { most: 40 }),
    line(`search at ${media}: p50 in milliseconds`, searched.p50, { most: 8 }),
    line(`search at ${media}: p99`, searched.p99, { most: 40 }),
    line(`suggestions at ${media}: p50 in milliseconds`, suggested.p50, { most: 1 }),
    line(`suggestions at ${media}: p99`, suggested.p99, { most: 5 }),
  ];
}

/** Tracks with titles in other scripts and with names that contain punctuation, each with its query. */
function foreignTracks(): (Track & { q: string; kind: string })[] {
  const titles = Object.entries(TITLES).flatMap(([locale, some]) =>
    some.map((title, round) => ({
      kind: locale,
      title,
      artist: `Of ${locale}`,
      tags: [],
      q: typedFor(title, locale, round),
    })),
  );
  return [...titles, ...SIGNS.map(([artist, q], n) => ({ kind: 'signs', title: `Number ${n}`, artist, tags: [], q }))];
}

/** The share of them among the first twenty results, and their time compared with that of as many plain words. */
async function foreign(db: Pool): Promise<boolean[]> {
  const tracks = foreignTracks();
  const missed: string[] = [];
  for (const { q, title, kind } of tracks) {
    const { rows } = await search(db, q, 20);
    const shown = await findMediaByIds(
      db,
      rows.map(({ id }) => id),
    );
    if (!shown.some((one) => one.title === title)) missed.push(`${kind}: “${q}” for “${title}”`);
  }
  if (process.env['BENCH_MISSES'] !== undefined) for (const one of missed) console.log(one);
  const plain = (await titlesOf(db, tracks.length, '^[a-zA-Z]{3,} [a-zA-Z]{3,}$')).map(
    (title, round) => title.split(' ')[round % 2] ?? title,
  );
  let round = 0;
  const compared = await sideBySide(
    () => timed(() => search(db, tracks[round % tracks.length]?.q ?? '', 21)),
    () => timed(() => search(db, plain[round++ % plain.length] ?? '', 21)),
    4 * tracks.length,
  );
  const more = `${compared.ours.toFixed(2)} ms beside ${compared.theirs.toFixed(2)} ms`;
  const found = 1 - missed.length / tracks.length;
  return [
    line(`${tracks.length} titles in other scripts and names with signs: share that is found`, found, { least: 0.95 }),
    line('their time beside words of plain letters', compared.ratio, { most: 1.2 }, more),
  ];
}

interface Track {
  title: string;
  artist: string;
  tags: string[];
}

/** Reads the tracks of a file with a line of JSON for each. */
async function tracksOf(file: string): Promise<Track[]> {
  const tracks: Track[] = [];
  for await (const text of createInterface({ input: createReadStream(file) }))
    if (text !== '') tracks.push(JSON.parse(text) as Track);
  return tracks;
}

/** Fills an empty catalogue. */
async function fillCatalogue(db: Pool, tracks: readonly Track[]): Promise<void> {
  const artists = new Map<string, string>();
  const rows: { id: string; musician_id: string; title: string; tags: string[] }[] = [];
  for (const { title, artist, tags } of tracks) {
    if (!artists.has(artist)) artists.set(artist, newId());
    rows.push({ id: newId(), musician_id: artists.get(artist) ?? '', title: title.slice(0, 200), tags });
  }
  // Search documents are written at the end, all at once.
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
holds.push(...(await speed(small, SMALL)));
const given = process.env['BENCH_CATALOGUE'] ?? resolve('../shared/inputs/catalogue/tracks.ndjson');
if (existsSync(given)) {
  const db = await filled.open('catalogue', 0);
  await fillCatalogue(db, [...(await tracksOf(given)), ...foreignTracks()]);
  holds.push(...(await quality(db, 'real titles')), ...(await foreign(db)));
} else {
  holds.push(...(await quality(small, `${SMALL} generated titles`)));
  const db = await filled.open('foreign', 0);
  await fillCatalogue(db, foreignTracks());
  holds.push(...(await foreign(db)));
}
const demonstration = await filled.open('demonstration', 0);
await fillCatalogue(
  demonstration,
  catalogue(people()).map(({ title, musician, tags }) => ({ title, artist: musician.username, tags })),
);
holds.push(...(await quality(demonstration, 'the demonstration')));
if (LARGE > SMALL) holds.push(...(await speed(await filled.open('lists', LARGE), LARGE)));
await filled.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
