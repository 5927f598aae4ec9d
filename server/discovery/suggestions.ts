import { categoryPath, mediaPath } from '@scoville/contract/addresses.ts';
import type { Suggestion } from '@scoville/contract/search-suggestions.ts';
import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import { presentList } from '../media/media.read.ts';
import { findPart } from './search.ts';
import { findSuggestedMedia } from './search.queries.ts';
import { type SuggestedName, suggestedNames } from './suggestions.queries.ts';

const MOST_MEDIA = 5;
const MOST_NAMES = 3;
/** Media of the best quality among which the few are chosen: a letter or two begin words of thousands. */
const CANDIDATES = 25;

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
  if (q === '') return { media: [], names: [] };
  const [media, names] = await Promise.all([suggestedMedia(db, q), suggestedNames(db, q, MOST_NAMES)]);
  return { media, names };
}

async function suggestedMedia(db: Db, q: string): Promise<string[]> {
  const found = await findSuggestedMedia(db, q, CANDIDATES, MOST_MEDIA);
  if (found.length > 0) return found;
  // Misspelled, or with a word too many.
  const search = { q, tagged: false, filter: '', facets: EVERYTHING };
  const { rows } = await findPart(db, search, { after: null, skip: 0, limit: MOST_MEDIA });
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
