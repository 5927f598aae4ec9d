import type { MediaList } from '@scoville/contract/media-lists.ts';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { type PageWish, rowsBefore } from '../http/paging.ts';
import { type MediaRow, findMediaByIds } from '../media/media.queries.ts';
import { presentList } from '../media/media.read.ts';
import { corrections } from './misspelling.ts';
import { PAGE_SIZE } from './page-of-media.ts';
import { type AskedWord, type SearchFacets, both, facetsQuery, wordsQuery } from './search-query.ts';
import { type Asked, type Candidate, findCandidates, findNeighbours, readAsked } from './search.queries.ts';

/** Candidates that are ranked among themselves; the next ones follow them, however they would rank. */
const WINDOW = 200;
/** The last media that a page number reaches. */
const FURTHEST = 1000;
/** Words that are left out in turn when nothing holds them all. */
const MOST_DROPS = 6;

interface SearchWish extends PageWish {
  q: string;
  tagged: boolean;
  facets: Omit<SearchFacets, 'tag'>;
}

/** One way to understand what was asked. */
interface Reading {
  words: string;
  title: string;
  corrected: boolean;
  dropped: string | null;
}

interface Place {
  /** Which reading; they are tried in order. */
  reading: number;
  /** The candidate before this window, or null for the first. */
  window: { tier: number; quality: number; id: string } | null;
  /** The last media shown of this window. */
  shown: { score: number; id: string } | null;
}

/**
 * One page of what was asked, best first. When nothing has all its words, misspelled ones are read as the known words
 * that they are like, then one is left out; `search` says which. Without words it is every media of the facets.
 */
export async function searchMedia(app: App, actor: Actor | null, wish: SearchWish): Promise<MediaList> {
  const { db, cursors } = app;
  const { page = 1, size = PAGE_SIZE, cursor, q, tagged } = wish;
  const name = `search ${JSON.stringify([q, tagged, wish.facets])}`;
  const skip = rowsBefore(wish, size, FURTHEST);
  const start = cursor === undefined ? null : placeFrom(cursors.read(name, cursor));
  const { rows, total, next, ...search } = await findPage(db, { ...wish, start, skip, size });
  return {
    media: await presentList(app, actor, rows),
    ...(total !== null && { total }),
    search,
    paging: { page, size, next: next && cursors.write(name, next) },
  };
}

interface PageFound {
  rows: MediaRow[];
  /** Null when there are more than were looked at. */
  total: number | null;
  corrected: boolean;
  dropped: string | null;
  /** Where the next page begins, as `placeFrom` reads it; null at the end. */
  next: (string | number)[] | null;
}

/** One page after a place, by the first reading that finds anything. */
export async function findPage(
  db: Db,
  wish: Pick<SearchWish, 'q' | 'tagged' | 'facets'> & { start: Place | null; skip: number; size: number },
): Promise<PageFound> {
  const { q, tagged, start, skip, size } = wish;
  const asked = await readAsked(db, q);
  const facets = facetsQuery({ ...wish.facets, tag: tagged ? asked.tag : null });
  for await (const [index, reading] of readings(db, asked, { tagged, q })) {
    if (start !== null && index < start.reading) continue;
    const found = await readOn(db, reading, facets, start, skip + size + 1);
    if (found.all.length === 0 && start === null) continue;
    const shown = found.all.slice(skip, skip + size);
    const last = shown.at(-1);
    const rows = await findMediaByIds(
      db,
      shown.map(({ id }) => id),
    );
    return {
      rows: rows.filter(({ band }) => band !== null),
      total: found.total,
      corrected: reading.corrected,
      dropped: reading.dropped,
      next: last && found.all.length > skip + size ? placeText(index, last) : null,
    };
  }
  return { rows: [], total: 0, corrected: false, dropped: null, next: null };
}

/** A media with the window that it was found in. */
type Found = Candidate & { window: Place['window'] };

/** Reads windows from a place until there are `wanted` media; the total is known when the first window holds all. */
async function readOn(
  db: Db,
  reading: Reading,
  facets: string,
  start: Place | null,
  wanted: number,
): Promise<{ all: Found[]; total: number | null }> {
  const all: Found[] = [];
  let total: number | null = null;
  let window = start?.window ?? null;
  let { shown } = start ?? { shown: null };
  for (;;) {
    const candidates = await findCandidates(db, {
      query: both(reading.words, facets),
      ranked: reading.words,
      facets,
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
    const inOrder = candidates.filter(({ whole }) => !whole).sort(byPlace);
    const full = inOrder.length >= WINDOW;
    if (window === null && !full) total = candidates.length;
    if (!full || all.length >= wanted) return { all, total };
    window = inOrder.at(-1) ?? null;
    shown = null;
  }
}

type Scored = Pick<Candidate, 'score' | 'id'>;
const byScore = (a: Scored, b: Scored): number => b.score - a.score || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
const byPlace = (a: Candidate, b: Candidate): number =>
  a.tier - b.tier || b.quality - a.quality || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** What was asked as it stands, then with misspellings mended, then without one of its words. */
async function* readings(
  db: Db,
  asked: Asked,
  { tagged, q }: { tagged: boolean; q: string },
): AsyncGenerator<[number, Reading]> {
  const { words } = asked;
  if (tagged || q === '') {
    yield [0, { words: '', title: '', corrected: false, dropped: null }];
    return;
  }
  // Signs alone are no words; a title may be made of them.
  const none = words.length === 0 ? `'_none'` : '';
  yield [0, { words: none || wordsQuery(words, new Map()), title: asked.title, corrected: false, dropped: null }];
  if (words.length === 0) return;
  const neighbours = await findNeighbours(
    db,
    words.map(({ word }) => word),
  );
  const meant = corrections(neighbours);
  if (meant.size > 0) yield [1, { words: wordsQuery(words, meant), title: '', corrected: true, dropped: null }];
  if (words.length < 2) return;
  const known = new Set(neighbours.filter(({ asked: typed, word }) => typed === word).map(({ word }) => word));
  for (const [index, left] of unlikeliest(words, known).slice(0, MOST_DROPS).entries()) {
    const kept = words.filter((one) => one !== left);
    const corrected = kept.some(({ word }) => meant.has(word));
    yield [2 + index, { words: wordsQuery(kept, meant), title: '', corrected, dropped: left.word }];
  }
}

/** Unknown words first, then those from the end. */
function unlikeliest(words: readonly AskedWord[], known: ReadonlySet<string>): AskedWord[] {
  const fromEnd = words.toReversed();
  return [...fromEnd.filter(({ word }) => !known.has(word)), ...fromEnd.filter(({ word }) => known.has(word))];
}

function placeText(reading: number, { window, score, id }: Found): (string | number)[] {
  return [reading, score, id, ...(window === null ? [] : [window.tier, window.quality, window.id])];
}

function placeFrom([reading, score, id, tier, quality, before]: (string | number)[]): Place {
  const window = before === undefined ? null : { tier: Number(tier), quality: Number(quality), id: String(before) };
  return { reading: Number(reading), window, shown: { score: Number(score), id: String(id) } };
}
