import {
  addFavorite,
  addFavorites,
  favorites,
  remember,
  removeFavorite,
} from '@scoville/contract/catalogue/favorites.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { MAX_SORTED_OFFSET, type Slice, readPage } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { presentList } from '../media/media.read.ts';
import { lockVisible } from '../media/media.visible.ts';
import { addAll } from './add-favorites.ts';
import {
  type FavoritePlace,
  deleteFavorite,
  favoriteIds,
  insertFavorites,
  lockCount,
  rememberCount,
  shuffledFavorites,
} from './favorites.queries.ts';

const PAGE_SIZE = 20;

export const favoritesRoutes = (app: App) => [
  route(addFavorite, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      const before = await lockVisible(tx, actor, id);
      const added = await insertFavorites(tx, actor.userId, [id]);
      return { id, isFavorite: true, rememberCount: before.remember_count + added };
    });
  }),

  // A favorite can be removed even if the item was hidden since, because it would be a favorite again when the item is
  // republished.
  route(removeFavorite, async (call) => {
    const { userId } = signedIn(call);
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      await lockCount(tx, id);
      await deleteFavorite(tx, userId, id);
      return { id, isFavorite: false, rememberCount: await rememberCount(tx, userId, id) };
    });
  }),

  route(addFavorites, async (call) => ({ added: await addAll(app.db, signedIn(call).userId, call.body.ids) })),

  route(favorites, async (call) => ({ favorites: await favoriteIds(app.db, signedIn(call).userId) })),

  route(remember, async (call) => {
    const actor = signedIn(call);
    const { seed = call.seed, ...options } = call.query;
    const order = { userId: actor.userId, seed };
    const { rows, paging } = await readPage(app.cursors, options, {
      name: `favorites ${actor.userId} seed ${seed}`,
      size: PAGE_SIZE,
      maxOffset: MAX_SORTED_OFFSET,
      read: async (slice: Slice<FavoritePlace>) => ({ rows: await shuffledFavorites(app.db, order, slice) }),
      placeOf: ({ hash, id }): FavoritePlace => [hash, id],
    });
    const ids = rows.map(({ id }) => id);
    return { media: await presentList(app, actor, ids), paging };
  }),
];
