import { genreInfo, genres, moodInfo, moods } from '@scoville/contract/categories.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { notFound } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { presentCategory } from './categories.present.ts';
import { findCategory, listCategories } from './categories.queries.ts';

export const categoriesRoutes = ({ db }: App) => {
  const all = async (kind: 'genre' | 'mood') => (await listCategories(db, kind)).map(presentCategory);
  const one = async (kind: 'genre' | 'mood', id: string) => {
    const row = await findCategory(db, kind, id, isId(id));
    if (row === null) throw notFound(`This ${kind}`);
    return presentCategory(row);
  };
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
  ];
};
