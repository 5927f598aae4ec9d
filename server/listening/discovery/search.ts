import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { MAX_SORTED_OFFSET, type PageOptions, type Slice, readPage } from '../../platform/http/paging.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { corrections } from './misspelling.ts';
import { PAGE_SIZE } from './read-list-page.ts';
import { type AskedWord, type SearchFacets, both, facetsQuery, wordsQuery } from './search-query.ts';
import {
  type ParsedQuery,
  type Candidate,
  findCandidates,
  findNearest,
  findNeighbours,
  findUnheld,
  parseQuery,
} from './search.queries.ts';

/** Candidates are read in windows of at least this many, and the candidates of each window are sorted by score. */
const WINDOW = 200;
/** Words that are left out in turn when no song or video has all words. */
const MAX_DROPS = 6;
/** Words and names that are offered when nothing is found. */
const MAX_NEAREST = 5;

interface SearchOptions extends PageOptions {
  q: string;
  tagged: boolean;
  /** Prefixes of words that titles must also contain. */
  filter: string;
  facets: Omit<SearchFacets, 'tag' | 'titleWords'>;
}

/** One interpretation of the search. */
interface Reading {
  /** The words as a query, by which candidates are ranked. */
  words: string;
  /** The same query, in the form that the index answers fastest. */
  indexed: string;
  title: string;
  corrected: boolean;
  dropped: string | null;
}

/** A position in the results, from which the next page continues. */
interface Place {
  /**
   * Number of the reading: -1 with the signs, 0 with the words unchanged, 1 with prefixes and corrections, from 2 on
   * without the word at that place.
   */
  reading: number;
  /** The last candidate before the window of this position; null in the first window. */
  window: { tier: number; quality: number; id: string } | null;
  /** The last item of the window that was shown; null if none of its items was shown. */
  shown: { score: number; id: string } | null;
}

/**
 * One page of results, best first. If the signs of the search mean something, media with exactly these signs are the
 * only results. If no song or video has all words, the words are read as prefixes and misspelled words as similar known
 * words; if that finds nothing either, one word is left out. `search` of the reply reports the reading. Without words,
 * all media of the facets are results.
 */
export async function searchMedia(app: App, actor: Actor | null, options: SearchOptions): Promise<MediaList> {
  const { db, cursors } = app;
  const { q, tagged, filter } = options;
  const found = await readPage(cursors, options, {
    name: `search ${JSON.stringify([q, tagged, filter, options.facets])}`,
    size: PAGE_SIZE,
    maxOffset: MAX_SORTED_OFFSET,
    read: (slice: Slice<SearchPlace>) => findPart(db, options, slice),
    placeOf: placeText,
  });
  const { total, corrected, dropped, paging } = found;
  return {
    media: await presentList(
      app,
      actor,
      found.rows.map(({ id }) => id),
    ),
    ...(total !== null && { total }),
    search: { corrected, dropped, nearest: total === 0 ? await findNearest(db, q, tagged, MAX_NEAREST) : [] },
    paging,
  };
}

interface PartFound {
  rows: Found[];
  /** Number of the reading that found them. */
  reading: number;
  /** Number of results; null if there are more than were read. */
  total: number | null;
  corrected: boolean;
  dropped: string | null;
}

/** A part of the results of the first reading that finds anything. */
export async function findPart(
  db: Db,
  options: Pick<SearchOptions, 'q' | 'tagged' | 'filter' | 'facets'>,
  { after, skip, limit }: Slice<SearchPlace>,
): Promise<PartFound> {
  const { q, tagged } = options;
  const parsed = await parseQuery(db, q);
  const start = after === null ? null : placeFrom(after);
  const titleWords = options.filter === '' ? [] : (await parseQuery(db, options.filter)).words;
  const facets = facetsQuery({ ...options.facets, tag: tagged ? parsed.tag : null, titleWords });
  for await (const [index, reading] of readings(db, parsed, { tagged, q })) {
    if (start !== null && index !== start.reading) continue;
    const found = await readOn(db, reading, { query: facets, near: options.facets.near }, start, skip + limit);
    if (found.all.length === 0 && start === null) continue;
    const { corrected, dropped } = reading;
    return { rows: found.all.slice(skip, skip + limit), reading: index, total: found.total, corrected, dropped };
  }
  return { rows: [], reading: 0, total: start === null ? 0 : null, corrected: false, dropped: null };
}

/** A candidate with the window in which it was found. */
type Found = Candidate & { window: Place['window'] };

/**
 * Reads windows from a position on until there are `wanted` items; the total is known when the first window has all.
 */
async function readOn(
  db: Db,
  reading: Reading,
  facets: { query: string; near: SearchFacets['near'] },
  start: Place | null,
  wanted: number,
): Promise<{ all: Found[]; total: number | null }> {
  const all: Found[] = [];
  let total: number | null = null;
  let window = start?.window ?? null;
  let { shown } = start ?? { shown: null };
  for (;;) {
    const candidates = await findCandidates(db, {
      query: both(reading.indexed, facets.query),
      ranked: reading.words,
      facets: facets.query,
      near: facets.near,
      title: reading.title,
      after: window,
      most: WINDOW,
    });
    const after = shown;
    const here = window;
    all.push(
      ...candidates
        .toSorted(byScore)
        .filter((one) => after === null || byScore(after, one) < 0)
        .map((one) => ({ ...one, window: here })),
    );
    const wholes = candidates.filter(({ whole }) => whole).length;
    const full = Math.max(wholes, candidates.length - wholes) >= WINDOW;
    if (window === null && !full) total = candidates.length;
    if (!full || all.length >= wanted) return { all, total };
    window = candidates.toSorted(byPlace).at(-1) ?? null;
    shown = null;
  }
}

type Scored = Pick<Candidate, 'score' | 'id'>;
/** The best one first. */
const byScore = (a: Scored, b: Scored): number => b.score - a.score || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
const byPlace = (a: Candidate, b: Candidate): number =>
  a.tier - b.tier || b.quality - a.quality || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Readings of the search, most literal first: with its signs, with the words unchanged, with prefixes and corrected
 * misspellings, without one of its words.
 */
async function* readings(
  db: Db,
  parsed: ParsedQuery,
  { tagged, q }: { tagged: boolean; q: string },
): AsyncGenerator<[number, Reading]> {
  const { words, title, signed } = parsed;
  if (tagged || q === '') {
    yield [0, { words: '', indexed: '', title: '', corrected: false, dropped: null }];
    return;
  }
  const asIs = { title, corrected: false, dropped: null };
  if (signed !== null) yield [-1, { words: signed, indexed: signed, ...asIs }];
  yield [0, { words: parsed.query, indexed: parsed.indexed, ...asIs }];
  if (words.length === 0) return;
  const typed = words.map(({ word }) => word);
  const [neighbours, unheld] = await Promise.all([findNeighbours(db, typed), findUnheld(db, [...new Set(typed)])]);
  const meant = corrections(neighbours);
  // A reading that contains one of these words finds nothing, whichever other words are left out.
  const hopeless = words.filter(({ word, lexemes }) => unheld.has(word) && !meant.has(word) && lexemes.length === 0);
  if ((meant.size > 0 || words.length > 1) && hopeless.length === 0)
    yield [1, { ...asQuery(words, meant), title: '', corrected: meant.size > 0, dropped: null }];
  const known = new Set(neighbours.filter(({ typed: one, word }) => one === word).map(({ word }) => word));
  for (const left of dropsOf(words, hopeless, known)) {
    const kept = words.filter(({ word }) => word !== left);
    const corrected = kept.some(({ word }) => meant.has(word));
    yield [2 + typed.indexOf(left), { ...asQuery(kept, meant, known), title: '', corrected, dropped: left }];
  }
}

/** Builds both queries for these words: the one for ranking and the one for the index. */
const asQuery = (
  words: readonly AskedWord[],
  meant: ReadonlyMap<string, readonly string[]>,
  whole: ReadonlySet<string> = new Set(),
) => ({
  words: wordsQuery(words, meant, whole),
  indexed: wordsQuery(words, meant, whole, ({ begins }) => begins),
});

/**
 * Words that are worth leaving out, the least likely first. If one word is hopeless it is the only one; if several are,
 * leaving one out is no use and there are none.
 */
function dropsOf(words: readonly AskedWord[], hopeless: readonly AskedWord[], known: ReadonlySet<string>): string[] {
  const once = (of: readonly AskedWord[]) => [...new Set(of.map(({ word }) => word))];
  if (once(words).length < 2 || once(hopeless).length > 1) return [];
  return hopeless.length > 0 ? once(hopeless) : once(unlikeliest(words, known)).slice(0, MAX_DROPS);
}

/** Unknown words first, then those from the end. */
function unlikeliest(words: readonly AskedWord[], known: ReadonlySet<string>): AskedWord[] {
  const fromEnd = words.toReversed();
  return [...fromEnd.filter(({ word }) => !known.has(word)), ...fromEnd.filter(({ word }) => known.has(word))];
}

/** A position as its cursor contains it. The window is left out for the first one. */
type SearchPlace = readonly [
  reading: number,
  score: number,
  id: string,
  ...window: [] | [tier: number, quality: number, id: string],
];

const placeText = ({ window, score, id }: Found, { reading }: { reading: number }): SearchPlace =>
  window === null ? [reading, score, id] : [reading, score, id, window.tier, window.quality, window.id];

function placeFrom([reading, score, id, ...window]: SearchPlace): Place {
  return {
    reading,
    window: window.length === 0 ? null : { tier: window[0], quality: window[1], id: window[2] },
    shown: { score, id },
  };
}
