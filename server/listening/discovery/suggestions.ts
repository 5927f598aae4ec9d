import { categoryPath, mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import type { Suggestion } from '@scoville/contract/listening/discovery/search-suggestions.ts';
import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { corrections } from './misspelling.ts';
import { findPart } from './search.ts';
import { findNeighbours, parseQuery } from './search.queries.ts';
import { type SuggestedName, findCategoryWords, findCompletions, suggestedNames } from './suggestions.queries.ts';

const MOST_MEDIA = 5;
const MOST_NAMES = 3;

/** The facets of a search that excludes nothing. */
export const EVERYTHING = {
  types: ['song', 'video'],
  genreId: null,
  moodId: null,
  ownGenre: null,
  curated: false,
  underReview: false,
  near: null,
} as const;

/** Ids of the media that search finds for the typed text, and names with a word that begins with it. */
export async function findSuggested(db: Db, q: string): Promise<{ media: string[]; names: SuggestedName[] }> {
  if (q === '') return { media: [], names: [] };
  const { media, names } = await findCompletions(db, q, { media: MOST_MEDIA, names: MOST_NAMES });
  if (media.length > 0) return { media, names };
  // The text may be misspelled, or have a word too many.
  const search = { q, tagged: false, filter: '', facets: EVERYTHING };
  const { rows } = await findPart(db, search, { after: null, skip: 0, limit: MOST_MEDIA });
  return {
    media: rows.map(({ id }) => id),
    names: names.length > 0 ? names : await correctedNames(db, q),
  };
}

/**
 * Names for the corrected text when a word is misspelled. The known words that resemble it are tried in turn, the
 * commonest first.
 */
async function correctedNames(db: Db, q: string): Promise<SuggestedName[]> {
  const words = (await parseQuery(db, q)).words.map(({ word }) => word);
  const known = await findNeighbours(db, words);
  const categories = await findCategoryWords(db);
  const meant = corrections([
    ...known,
    ...words.flatMap((typed) => categories.map((word) => ({ typed, word, documents: 0 }))),
  ]);
  const tries = Math.max(0, ...[...meant.values()].map(({ length }) => length));
  for (let index = 0; index < tries; index += 1) {
    const reading = words.map((word) => meant.get(word)?.[index] ?? meant.get(word)?.[0] ?? word).join(' ');
    const names = await suggestedNames(db, reading, MOST_NAMES);
    if (names.length > 0) return names;
  }
  return [];
}

/** Suggestions for the typed text: media as search finds them, then names. */
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
    ...found.names.map((name) => ({
      kind: name.kind === 'own-genre' ? ('genre' as const) : name.kind,
      label: name.label,
      detail: null,
      path: pathOf(name),
    })),
  ];
}

function pathOf({ kind, ref }: SuggestedName): string {
  if (kind === 'tag') return `/search?${new URLSearchParams({ q: ref, tagged: 'true' })}`;
  if (kind === 'own-genre') return `${categoryPath('genre', ref)}?curated=false`;
  return kind === 'musician' ? `/${ref}` : categoryPath(kind, ref);
}
