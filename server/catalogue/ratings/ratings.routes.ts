import { rate, rating } from '@scoville/contract/catalogue/ratings.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { checkVerified } from '../../platform/http/actor.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { meanRating } from '../media/mean-rating.ts';
import { canSee, isOwner } from '../media/media.policy.ts';
import { type MediaRow, lockMedia } from '../media/media.queries.ts';
import { findVisible, lockVisible } from '../media/media.visible.ts';
import { deleteRating, findRating, putRating } from './ratings.queries.ts';

export const ratingsRoutes = ({ db }: App) => [
  route(rate, async (call) => {
    const actor = signedIn(call);
    const { id } = call.params;
    const stars = call.body.rating;
    if (stars !== null) checkVerified(actor);
    return transaction(db, async (tx) => {
      // Ratings can also be removed from an item that was hidden since, because they would count again when it is
      // republished.
      const media = stars === null ? await lockMedia(tx, id) : await lockVisible(tx, actor, id);
      if (media !== null && isOwner(actor, media)) throw forbidden('You cannot rate your own media.');
      await (stars === null ? deleteRating(tx, actor.userId, id) : putRating(tx, actor.userId, id, stars));
      if (media === null || !canSee(actor, media)) return { id, rating: null, ratingCount: 0, ownRating: null };
      return present(await findVisible(tx, actor, id), stars);
    });
  }),

  route(rating, async (call) => {
    const { userId } = signedIn(call);
    return present(await findVisible(db, call.actor, call.params.id), await findRating(db, userId, call.params.id));
  }),
];

const present = (row: MediaRow, ownRating: number | null) => ({
  id: row.id,
  rating: meanRating(row),
  ratingCount: row.rating_count,
  ownRating,
});
