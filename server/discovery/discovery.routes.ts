import { curatedList } from '@scoville/contract/discovery-lists.ts';
import { type Home, home } from '@scoville/contract/discovery.ts';
import type { Query } from '@scoville/contract/endpoint.ts';
import { type Facets, facetsFrom } from '@scoville/contract/facets.ts';
import type { MediaList } from '@scoville/contract/media-lists.ts';
import { mediaOfUser } from '@scoville/contract/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/media-search.ts';
import { browse, browseFrom, browseNext } from '@scoville/contract/recommendations.ts';
import { genreSlug } from '@scoville/contract/own-genres.ts';
import { searchSuggestions } from '@scoville/contract/search-suggestions.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { findCategory } from '../categories/categories.queries.ts';
import { findReviewersGenre } from '../categories/own-genres.queries.ts';
import { notFound } from '../http/errors.ts';
import type { PageOptions } from '../http/paging.ts';
import { newSeed } from '../http/new-seed.ts';
import { type ForMember, route } from '../http/route.ts';
import { forMember } from '../media/for-member.ts';
import { findUser } from '../users/users.queries.ts';
import { BOTH, bandSeed, homeReply } from './home-reply.ts';
import { circleOf } from './circle-of.ts';
import { mediaByIds } from './media-by-ids.ts';
import { readMusicianMedia } from './read-musician-media.ts';
import { pageOfMedia } from './page-of-media.ts';
import { choicesFrom, choicesOfActor, pageOfRecommendations, tracksAfter } from './recommend.ts';
import { searchMedia } from './search.ts';
import { suggestionsFor } from './suggestions.ts';
import { withHidden } from './with-hidden.ts';

/** Tracks that follow a queue at a time. */
const TRACKS_AFTER = 10;

const typesOf = ({ songs, videos }: Facets): ('song' | 'video')[] => [
  ...(songs ? (['song'] as const) : []),
  ...(videos ? (['video'] as const) : []),
];

export const discoveryRoutes = (app: App) => {
  const { db } = app;
  const listForMember = forMember(app, ({ media }: MediaList) => media);
  // Media that are asked for by their ids, or unpublished ones as well, may be the member's own, hidden from everybody
  // else; what is near depends on where the member lives.
  const foundForMember: ForMember = (actor, request) => {
    const { ids, facets, unpublished } = request.query as Query<typeof mediaSearch>;
    return ids === undefined && !unpublished && !facetsFrom(facets).local ? listForMember(actor, request) : null;
  };
  // Who chose nothing lately is recommended what visitors are.
  const browseForMember: ForMember = (actor, request) => {
    const { cursor } = request.query as Query<typeof browse>;
    const marked = cursor === undefined ? listForMember(actor, request) : null;
    return marked && (async (visitors) => ((await choicesOfActor(app, actor)).length === 0 ? marked(visitors) : null));
  };
  const moodOf = async (idOrSlug: string | undefined) => {
    if (!idOrSlug) return null;
    const row = await findCategory(db, 'mood', idOrSlug, isId(idOrSlug));
    if (row === null) throw notFound('This mood');
    return row.id;
  };
  /** Finds the reviewers' genre; with `named`, also the slug of the musicians' genre, even if reviewers have none. */
  const genreOf = async (given: string | undefined, named: boolean) => {
    if (!given) return { genreId: null, ownGenre: null };
    const row = await findReviewersGenre(db, given);
    if (row === null && (!named || isId(given))) throw notFound('This genre');
    return { genreId: row?.id ?? null, ownGenre: named ? (row?.slug ?? genreSlug(given)) : null };
  };
  return [
    route(
      home,
      (call) => homeReply(app, call.actor, call.query.seed, call),
      forMember(app, ({ pinned, perfectlySeasoned, wellDone }: Home) => [pinned, ...perfectlySeasoned, ...wellDone]),
    ),

    route(
      curatedList,
      (call) => {
        const { query, actor, asOf } = call;
        const list = query.list ?? 'perfectly-seasoned';
        const seed = bandSeed(app, list, query.seed, call, query.randomize);
        return pageOfMedia(app, actor, { ...query, filter: { list, types: BOTH }, seed, asOf });
      },
      listForMember,
    ),

    route(
      browse,
      (call) => {
        const { query, actor, asOf } = call;
        const choices = () => choicesOfActor(app, actor);
        return pageOfRecommendations(app, actor, { ...query, seed: query.seed ?? call.seed, choices, asOf });
      },
      browseForMember,
    ),

    route(browseFrom, ({ body, actor }) =>
      pageOfRecommendations(app, actor, {
        ...body.pagingOptions,
        within: 'pagingOptions',
        seed: body.seed ?? newSeed(),
        choices: async () => [...(await choicesOfActor(app, actor)), ...choicesFrom(body.history)],
      }),
    ),

    route(browseNext, async ({ body, actor }) => {
      const choices = [...(await choicesOfActor(app, actor)), ...choicesFrom(body.history)];
      return tracksAfter(app, actor, { queue: body.queue, choices, seed: newSeed(), most: TRACKS_AFTER });
    }),

    route(
      mediaSearch,
      async (call) => {
        const { query, actor, asOf } = call;
        if (query.ids !== undefined) return mediaByIds(app, actor, query.ids, query);
        const genre = await genreOf(query.genre, query.curated === false);
        const moodId = await moodOf(query.mood);
        const aboutCategory = genre.genreId !== null || moodId !== null;
        const facets = facetsFrom(query.facets);
        const curated = query.curated ?? aboutCategory;
        const types = typesOf(facets);
        const underReview = facets.underReview && actor?.role === 'admin';
        const { q = '', tagged = false, filter = '' } = query;
        const circle = await circleOf(db, actor, query, facets.local);
        const near = circle && { place: circle.name, distance: circle.miles };
        const facetsOf = { types, ...genre, moodId, curated, near: circle ?? null };
        const asked = { q, tagged: tagged && q !== '', filter };
        const publicPage = (options: PageOptions) =>
          q !== '' || filter !== '' || underReview || circle
            ? searchMedia(app, actor, { ...options, ...asked, facets: { ...facetsOf, underReview } })
            : pageOfMedia(app, actor, {
                ...options,
                filter: { list: curated ? 'curated' : 'all', ...genre, moodId, types },
                seed: query.seed ?? (query.randomize ? call.seed : 0),
                asOf,
              });
        const pageOptions = { page: query.page, size: query.size, cursor: query.cursor };
        // What waits for its review is published.
        const answer =
          query.unpublished && actor !== null && !underReview
            ? await withHidden(app, actor, { ...pageOptions, ...asked, facets: facetsOf }, publicPage)
            : await publicPage(pageOptions);
        return { ...answer, ...(near !== undefined && { near }) };
      },
      foundForMember,
    ),

    route(searchSuggestions, async ({ query }) => ({ suggestions: await suggestionsFor(app, query.q) })),

    route(mediaOfUser, async ({ params, body, actor }) => {
      const musician = await findUser(db, params.id, isId(params.id));
      if (musician === null) throw notFound('This musician');
      return readMusicianMedia(app, actor, musician, body);
    }),
  ];
};
