import {
  genreInfo,
  genrePositions,
  genres,
  moodInfo,
  moodPositions,
  moods,
} from '@scoville/contract/category-calls.ts';
import type { Body } from '@scoville/contract/endpoint.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { administratorNow } from '../auth/actor-now.ts';
import { transaction } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { invalid, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { presentCategory } from './categories.present.ts';
import { findCategory, listCategories, writeCategoryPositions } from './categories.queries.ts';

export const categoriesRoutes = (app: App) => {
  const { db } = app;
  const all = async (kind: 'genre' | 'mood') => (await listCategories(db, kind)).map(presentCategory);
  const one = async (kind: 'genre' | 'mood', id: string) => {
    const row = await findCategory(db, kind, id, isId(id));
    if (row === null) throw notFound(`This ${kind}`);
    return presentCategory(row);
  };
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
    route(genreInfo, ({ params }) => one('genre', params.id)),
    route(moodInfo, ({ params }) => one('mood', params.id)),
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
