import {
  MAX_FOLLOWED,
  confirmFollow,
  follow,
  followOf,
  following,
  unfollow,
} from '@scoville/contract/community/follows/follows.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { HttpError, conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { findUser } from '../../accounts/users/users.queries.ts';
import { requestConfirmation, confirmationKey } from './request-confirmation.ts';
import { isUnfollowToken, readConfirmToken } from './follow-token.ts';
import { presentFollow } from './follows.present.ts';
import { mailNewFollower } from './mail-new-follower.ts';
import {
  confirmFollow as confirm,
  findFollow,
  findFollowOf,
  hasFollowOfAccount,
  listFollowed,
  lockAndCount,
  removeFollow,
  writeFollow,
} from './follows.queries.ts';

const TRY_LATER = 'Too many subscriptions from your network. Try again in an hour.';
const OVER = 'This link has expired, or the subscription was cancelled. Please subscribe again.';

export const followsRoutes = (app: App) => {
  const { db } = app;
  const musicianNamed = async (id: string) => {
    const musician = await findUser(db, id, true);
    if (musician === null) throw notFound('This musician');
    return musician;
  };
  return [
    route(follow, async ({ actor, params, body, request }) => {
      const musician = await musicianNamed(params.userId);
      const { type, subscriberEmail } = body;
      if (actor === null) {
        if (!subscriberEmail) throw invalid('subscriberEmail', 'Please enter a valid email.');
        await app.limits.take(`follow ${callerOf(request)}`, 30, 3600, TRY_LATER);
        await requestConfirmation(app, { musician, email: subscriberEmail, type });
        // The same response for every address, so that it doesn't reveal whether an address was known.
        return {
          id: null,
          type,
          subscribedTo: musician.id,
          subscriber: null,
          subscriberEmail,
          isConfirmed: false,
        };
      }
      if (actor.userId === musician.id) throw forbidden('You cannot subscribe to yourself.');
      const row = await transaction(db, async (tx) => {
        const count = await lockAndCount(tx, actor.userId);
        if (count >= MAX_FOLLOWED && (await findFollowOf(tx, actor.userId, musician.id)) === null)
          throw conflict('You already follow 1,000 musicians, which is the limit. Cancel a subscription first.');
        const id = newId();
        const written = await writeFollow(tx, { id, musicianId: musician.id, subscriberId: actor.userId, type });
        if (written.id === id) await mailNewFollower(app, tx, written);
        return written;
      });
      return presentFollow(row);
    }),

    route(unfollow, async ({ actor, params, query }) => {
      const { subscriptionId } = params;
      const bringsToken =
        query.token !== undefined && isUnfollowToken(await secret(db, 'follows'), subscriptionId, query.token);
      // A mail's link gives the same response when repeated, because the user may not have seen the first response.
      if (!bringsToken) {
        const row = await findFollow(db, subscriptionId);
        if (row === null) throw notFound('This subscription');
        if (row.subscriber_id === null || row.subscriber_id !== actor?.userId)
          throw forbidden('You can cancel your own subscriptions only.');
      }
      await removeFollow(db, subscriptionId);
      return { message: 'The subscription is cancelled.' };
    }),

    route(confirmFollow, async ({ params }) => {
      const proven = readConfirmToken(await secret(db, 'follows'), params.token);
      if (proven === null) throw new HttpError(404, OVER);
      const musicianId = await transaction(db, async (tx) => {
        const confirmed = await confirm(tx, proven.id, proven.type);
        if (confirmed?.begun) await mailNewFollower(app, tx, confirmed.begun);
        if (confirmed !== null) return confirmed.musicianId;
        const { id, type, musicianId, madeAt } = proven;
        const isMerged =
          musicianId !== null && (await hasFollowOfAccount(tx, confirmationKey(id, type, madeAt), musicianId));
        return isMerged ? musicianId : null;
      });
      if (musicianId === null) throw new HttpError(404, OVER);
      return { message: 'Successfully subscribed!', musician: presentMusician(await musicianNamed(musicianId)) };
    }),

    route(followOf, async (call) => {
      const row = await findFollowOf(db, signedIn(call).userId, call.params.userId);
      return { subscription: row === null ? null : presentFollow(row) };
    }),

    route(following, async (call) => {
      const { userId } = signedIn(call);
      const { rows, total, paging } = await readPage(app.cursors, call.query, {
        name: `subscriptions ${userId}`,
        size: 20,
        read: (slice: Slice<TimePlace>) => listFollowed(db, userId, slice),
        placeOf: timePlace,
      });
      const subscriptions = rows.map(({ id, type, created_at, musician }) => ({
        id,
        type,
        musician: presentMusician(musician),
        createdOn: created_at.toISOString(),
      }));
      return { subscriptions, total, paging };
    }),
  ];
};
