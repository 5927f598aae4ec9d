import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import { type Home, home } from '@scoville/contract/listening/discovery/discovery.ts';
import type { Query } from '@scoville/contract/platform/http/endpoint.ts';
import { facetsFrom } from '@scoville/contract/platform/lib/facets.ts';
import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { browse, browseFrom, browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { searchSuggestions } from '@scoville/contract/listening/discovery/search-suggestions.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { newSeed } from '../../platform/http/new-seed.ts';
import { type ForMember, route } from '../../platform/http/route.ts';
import { forMember } from '../../catalogue/media/for-member.ts';
import { findUser } from '../../accounts/users/users.queries.ts';
import { BOTH, bandSeed, homeReply } from './home-reply.ts';
import { readMusicianList } from './read-musician-list.ts';
import { readListPage } from './read-list-page.ts';
import { choicesFrom, choicesOfActor, readRecommendationPage, tracksAfter } from './recommend.ts';
import { searchOrList } from './search-or-list.ts';
import { suggestionsFor } from './suggestions.ts';

/** Number of tracks that are returned at a time to follow a queue. */
const TRACKS_AFTER = 10;

export const discoveryRoutes = (app: App) => {
  const { db } = app;
  const listForMember = forMember(app, ({ media }: MediaList) => media);
  // A list of given ids, or with unpublished media, may contain the member's own media that are hidden from all others,
  // and a local list depends on the member's town. So these lists are not derived from the visitors' reply.
  const foundForMember: ForMember = (actor, request) => {
    const { ids, facets, unpublished } = request.query as Query<typeof mediaSearch>;
    return ids === undefined && !unpublished && !facetsFrom(facets).local ? listForMember(actor, request) : null;
  };
  // A member without recent choices gets the same recommendations as visitors.
  const browseForMember: ForMember = (actor, request) => {
    const { cursor } = request.query as Query<typeof browse>;
    const marked = cursor === undefined ? listForMember(actor, request) : null;
    return marked && (async (visitors) => ((await choicesOfActor(app, actor)).length === 0 ? marked(visitors) : null));
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
        return readListPage(app, actor, { ...query, filter: { list, types: BOTH }, seed, asOf });
      },
      listForMember,
    ),

    route(
      browse,
      (call) => {
        const { query, actor, asOf } = call;
        const choices = () => choicesOfActor(app, actor);
        return readRecommendationPage(app, actor, { ...query, seed: query.seed ?? call.seed, choices, asOf });
      },
      browseForMember,
    ),

    route(browseFrom, ({ body, actor }) =>
      readRecommendationPage(app, actor, {
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

    route(mediaSearch, (call) => searchOrList(app, call), foundForMember),

    route(searchSuggestions, async ({ query }) => ({ suggestions: await suggestionsFor(app, query.q) })),

    route(mediaOfUser, async ({ params, body, actor }) => {
      const musician = await findUser(db, params.id, isId(params.id));
      if (musician === null) throw notFound('This musician');
      return readMusicianList(app, actor, musician, body);
    }),
  ];
};
