import { type Facets, facetsFrom } from '@scoville/contract/platform/lib/facets.ts';
import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import type { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { findCategory } from '../../catalogue/categories/categories.queries.ts';
import { findReviewersGenre } from '../../catalogue/categories/own-genres.queries.ts';
import type { Db } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { PageOptions } from '../../platform/http/paging.ts';
import type { Call } from '../../platform/http/route.ts';
import { resolveCircle } from './resolve-circle.ts';
import { listByIds } from './list-by-ids.ts';
import { readListPage } from './read-list-page.ts';
import { searchMedia } from './search.ts';
import { withHidden } from './with-hidden.ts';

/** The media with the requested ids, the results of the search, or else the list that the facets describe. */
export async function searchOrList(app: App, call: Call<typeof mediaSearch>): Promise<MediaList> {
  const { query, actor, asOf } = call;
  if (query.ids !== undefined) return listByIds(app, actor, query.ids, query);
  const genre = await genreOf(app.db, query.genre, query.curated === false);
  const moodId = await moodOf(app.db, query.mood);
  const aboutCategory = genre.genreId !== null || moodId !== null;
  const facets = facetsFrom(query.facets);
  const curated = query.curated ?? aboutCategory;
  const types = typesOf(facets);
  const underReview = facets.underReview && actor?.role === 'admin';
  const { q = '', tagged = false, filter = '' } = query;
  const circle = await resolveCircle(app.db, actor, query, facets.local);
  const near = circle && { place: circle.name, distance: circle.miles };
  const facetsOf = { types, ...genre, moodId, curated, near: circle ?? null };
  const asked = { q, tagged: tagged && q !== '', filter };
  const publicPage = (options: PageOptions) =>
    q !== '' || filter !== '' || underReview || circle
      ? searchMedia(app, actor, { ...options, ...asked, facets: { ...facetsOf, underReview } })
      : readListPage(app, actor, {
          ...options,
          filter: { list: curated ? 'curated' : 'all', ...genre, moodId, types },
          seed: query.seed ?? (query.randomize ? call.seed : 0),
          asOf,
        });
  const pageOptions = { page: query.page, size: query.size, cursor: query.cursor };
  // Media under review are published, so no hidden ones are added.
  const answer =
    query.unpublished && actor !== null && !underReview
      ? await withHidden(app, actor, { ...pageOptions, ...asked, facets: facetsOf }, publicPage)
      : await publicPage(pageOptions);
  return { ...answer, ...(near !== undefined && { near }) };
}

const typesOf = ({ songs, videos }: Facets): ('song' | 'video')[] => [
  ...(songs ? (['song'] as const) : []),
  ...(videos ? (['video'] as const) : []),
];

async function moodOf(db: Db, idOrSlug: string | undefined): Promise<string | null> {
  if (!idOrSlug) return null;
  const row = await findCategory(db, 'mood', idOrSlug, isId(idOrSlug));
  if (row === null) throw notFound('This mood');
  return row.id;
}

/** Finds the reviewers' genre; with `named`, also the slug of the musicians' genre, even if reviewers have none. */
async function genreOf(
  db: Db,
  given: string | undefined,
  named: boolean,
): Promise<{ genreId: string | null; ownGenre: string | null }> {
  if (!given) return { genreId: null, ownGenre: null };
  const row = await findReviewersGenre(db, given);
  if (row === null && (!named || isId(given))) throw notFound('This genre');
  return { genreId: row?.id ?? null, ownGenre: named ? (row?.slug ?? genreSlug(given)) : null };
}
