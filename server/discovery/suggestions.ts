import { categoryPath, mediaPath } from '@scoville/contract/addresses.ts';
import type { Suggestion } from '@scoville/contract/search-suggestions.ts';
import type { App } from '../app-context.ts';
import { presentList } from '../media/media.read.ts';
import { findPart } from './search.ts';
import { type SuggestedName, suggestedNames, typedKey } from './suggestions.queries.ts';

const MOST_MEDIA = 5;
const MOST_NAMES = 3;

/** The facets of a search that leaves nothing out. */
export const EVERYTHING = {
  types: ['song', 'video'],
  genreId: null,
  moodId: null,
  curated: false,
  underReview: false,
  near: null,
} as const;

/** What somebody may be about to search for who has typed this: media as search finds them, then names. */
export async function suggestionsFor(app: App, q: string): Promise<Suggestion[]> {
  const { db } = app;
  const key = await typedKey(db, q);
  const [{ rows }, names] = await Promise.all([
    q === ''
      ? { rows: [] }
      : findPart(db, { q, tagged: false, filter: '', facets: EVERYTHING }, { after: null, skip: 0, limit: MOST_MEDIA }),
    key === '' ? [] : suggestedNames(db, key, MOST_NAMES),
  ]);
  const media = await presentList(
    app,
    null,
    rows.map(({ id }) => id),
  );
  return [
    ...media.map((one) => ({
      kind: one.mediaType,
      label: one.title,
      detail: one.musician.displayName,
      path: mediaPath(one),
    })),
    ...names.map((name) => ({ kind: name.kind, label: name.label, detail: null, path: pathOf(name) })),
  ];
}

function pathOf({ kind, ref }: SuggestedName): string {
  if (kind === 'tag') return `/search?${new URLSearchParams({ q: ref, tagged: 'true' })}`;
  return kind === 'musician' ? `/${ref}` : categoryPath(kind, ref);
}
