import { categoryPath, mediaPath } from '@scoville/contract/addresses.ts';
import type { Suggestion } from '@scoville/contract/search-suggestions.ts';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import { presentList } from '../media/media.read.ts';
import { byScore, findAsked } from './search.ts';
import { wordsQuery } from './search-query.ts';
import { type Asked, findBeginnings, readAsked } from './search.queries.ts';
import { type SuggestedName, suggestedNames } from './suggestions.queries.ts';

const MOST_MEDIA = 5;
const MOST_NAMES = 3;
/** Media of the best quality among which the few are chosen: a letter or two begin words of thousands. */
const CANDIDATES = 25;
/** Letters that so many words begin with that the best media hold one. */
const SHORT = 2;

/** The facets of a search that leaves nothing out. */
export const EVERYTHING = {
  types: ['song', 'video'],
  genreId: null,
  moodId: null,
  curated: false,
  underReview: false,
  near: null,
} as const;

/** The media that search finds for what was typed so far, by their ids, and names that begin like it. */
export async function findSuggested(db: Db, q: string): Promise<{ media: string[]; names: SuggestedName[] }> {
  const asked = await readAsked(db, q);
  const key = asked.words.map(({ word }) => word).join(' ');
  const [media, names] = await Promise.all([
    q === '' ? [] : suggestedMedia(db, asked, q),
    key === '' ? [] : suggestedNames(db, key, MOST_NAMES),
  ]);
  return { media, names };
}

async function suggestedMedia(db: Db, asked: Asked, q: string): Promise<string[]> {
  const [first, ...more] = asked.words;
  if (first && more.length === 0 && [...first.word].length <= SHORT) {
    const found = await findBeginnings(db, wordsQuery([first], new Map(), 'last'), asked.title, CANDIDATES);
    if (found.length >= CANDIDATES)
      return found
        .toSorted(byScore)
        .slice(0, MOST_MEDIA)
        .map(({ id }) => id);
  }
  const search = { q, tagged: false, filter: '', facets: EVERYTHING };
  const { rows } = await findAsked(db, asked, search, { after: null, skip: 0, limit: MOST_MEDIA }, CANDIDATES);
  return rows.map(({ id }) => id);
}

/** What somebody may be about to search for who has typed this: media as search finds them, then names. */
export async function suggestionsFor(app: App, q: string): Promise<Suggestion[]> {
  const found = await findSuggested(app.db, q);
  const media = await presentList(app, null, found.media);
  return [
    ...media.map((one) => ({
      kind: one.mediaType,
      label: one.title,
      detail: one.musician.displayName,
      path: mediaPath(one),
    })),
    ...found.names.map((name) => ({ kind: name.kind, label: name.label, detail: null, path: pathOf(name) })),
  ];
}

function pathOf({ kind, ref }: SuggestedName): string {
  if (kind === 'tag') return `/search?${new URLSearchParams({ q: ref, tagged: 'true' })}`;
  return kind === 'musician' ? `/${ref}` : categoryPath(kind, ref);
}
