import { type Home, browse, curatedList, home } from '@scoville/contract/discovery.ts';
import { type Facets, facetsFrom } from '@scoville/contract/facets.ts';
import { type MediaList, mediaOfUser, mediaSearch } from '@scoville/contract/media-lists.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { findCategory } from '../categories/categories.queries.ts';
import { invalid, notFound } from '../http/errors.ts';
import { type Slice, readPage } from '../http/paging.ts';
import { type ForMember, route } from '../http/route.ts';
import { forMember } from '../media/for-member.ts';
import { presentList, presentersOf } from '../media/media.read.ts';
import { presentMusician } from '../users/users.present.ts';
import { findUser } from '../users/users.queries.ts';
import { BOTH, bandSeed, homeReply } from './home-reply.ts';
import type { ListFilter } from './list-filter.ts';
import { type MusicianPlace, mediaOfMusician, placeAfter } from './musician.queries.ts';
import { PAGE_SIZE, pageOfMedia } from './page-of-media.ts';
import { searchMedia } from './search.ts';

/** Ids that one call may ask for. */
const MAX_IDS = 200;

const typesOf = ({ songs, videos }: Facets): ('song' | 'video')[] => [
  ...(songs ? (['song'] as const) : []),
  ...(videos ? (['video'] as const) : []),
];

export const discoveryRoutes = (app: App) => {
  const { db } = app;
  const listForMember = forMember(app, ({ media }: MediaList) => media);
  // Media that are asked for by their ids may be the member's own, hidden from everybody else.
  const foundForMember: ForMember = (actor, request) =>
    (request.query as { ids?: string }).ids === undefined ? listForMember(actor, request) : null;
  const categoryId = async (kind: 'genre' | 'mood', idOrSlug: string | undefined) => {
    if (!idOrSlug) return null;
    const row = await findCategory(db, kind, idOrSlug, isId(idOrSlug));
    if (row === null) throw notFound(`This ${kind}`);
    return row.id;
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
        const seed = query.seed ?? call.seed;
        return pageOfMedia(app, actor, { ...query, filter: { list: 'all', types: BOTH }, seed, asOf });
      },
      listForMember,
    ),

    route(
      mediaSearch,
      async (call) => {
        const { query, actor, asOf } = call;
        if (query.ids !== undefined) {
          const ids = [...new Set(query.ids.split(',').filter(Boolean))];
          if (ids.length > MAX_IDS || !ids.every(isId))
            throw invalid('ids', `Give at most ${MAX_IDS} ids, separated by commas.`);
          const media = await presentList(app, actor, ids);
          return { media, total: media.length, paging: { page: 1, size: media.length, next: null } };
        }
        const genreId = await categoryId('genre', query.genre);
        const moodId = await categoryId('mood', query.mood);
        const aboutCategory = genreId !== null || moodId !== null;
        const facets = facetsFrom(query.facets);
        const curated = query.curated ?? aboutCategory;
        const types = typesOf(facets);
        const underReview = facets.underReview && actor?.role === 'admin';
        const { q = '', tagged = false } = query;
        if (q !== '' || underReview)
          return searchMedia(app, actor, {
            ...query,
            q,
            tagged: tagged && q !== '',
            facets: { types, genreId, moodId, curated, underReview },
          });
        const filter: ListFilter = { list: curated ? 'curated' : 'all', genreId, moodId, types };
        const seed = query.seed ?? (query.randomize ? call.seed : 0);
        return pageOfMedia(app, actor, { ...query, filter, seed, asOf });
      },
      foundForMember,
    ),

    route(mediaOfUser, async ({ params, body, actor }) => {
      const musician = await findUser(db, params.id, isId(params.id));
      if (musician === null) throw notFound('This musician');
      const { sort = 'createdOn', order = sort === 'position' ? 'asc' : 'desc' } = body.sortingOptions ?? {};
      const wish = {
        musicianId: musician.id,
        withHidden: actor?.userId === musician.id || actor?.role === 'admin',
        published: body.published,
        type: body.mediaType,
        filter: body.filter,
        sort,
        ascending: order === 'asc',
      };
      const { rows, total, paging } = await readPage(app.cursors, body.pagingOptions ?? {}, {
        name: `musician ${JSON.stringify(wish)}`,
        size: PAGE_SIZE,
        within: 'pagingOptions',
        read: (slice: Slice<MusicianPlace>) => mediaOfMusician(db, wish, slice),
        placeOf: placeAfter,
      });
      const { whole } = await presentersOf(app, actor, rows);
      return {
        media: rows.map((row) => whole(row)),
        musician: presentMusician(musician),
        total,
        paging,
      };
    }),
  ];
};
