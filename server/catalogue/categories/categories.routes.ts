import {
  genreInfo,
  genrePositions,
  genreSuggestions,
  genres,
  moodInfo,
  moodPositions,
  moods,
} from '@scoville/contract/catalogue/categories/category-calls.ts';
import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import { genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { presentCategory } from './categories.present.ts';
import { findCategory, listCategories, writeCategoryPositions } from './categories.queries.ts';
import { findGenre } from './find-genre.ts';
import { suggestGenres } from './own-genres.queries.ts';

const MOST_SUGGESTED = 8;

export const categoriesRoutes = (app: App) => {
  const { db } = app;
  const all = async (kind: 'genre' | 'mood') => (await listCategories(db, kind)).map(presentCategory);
  const arrange = (actor: Actor, kind: 'genre' | 'mood', positions: Body<typeof genrePositions>['positions']) =>
    transaction(db, async (tx) => {
      if ((await writeCategoryPositions(tx, kind, positions)) < positions.length)
        throw invalid('positions', `Not all of these are ${kind}s. Reload the page and try again.`);
      await recordAct(tx, await administratorNow(app, tx, actor.userId), {
        act: 'ordered-categories',
        subject: { kind, id: 'order' },
      });
    });
  return [
    route(genres, async () => {
      const rows = await all('genre');
      return { genres: rows, total: rows.length };
    }),
    route(moods, async () => {
      const rows = await all('mood');
      return { moods: rows, total: rows.length };
    }),
    route(genreInfo, async ({ params, query }) => {
      const genre = await findGenre(db, params.id, query.curated);
      if (genre === null) throw notFound('This genre');
      return genre;
    }),
    route(genreSuggestions, async ({ query }) => ({
      genres: await suggestGenres(db, genreSlug(query.q), MOST_SUGGESTED),
    })),
    route(moodInfo, async ({ params }) => {
      const row = await findCategory(db, 'mood', params.id, isId(params.id));
      if (row === null) throw notFound('This mood');
      return presentCategory(row);
    }),
    route(genrePositions, async (call) => {
      await arrange(signedIn(call), 'genre', call.body.positions);
      const rows = await all('genre');
      return { genres: rows, total: rows.length };
    }),
    route(moodPositions, async (call) => {
      await arrange(signedIn(call), 'mood', call.body.positions);
      const rows = await all('mood');
      return { moods: rows, total: rows.length };
    }),
  ];
};
