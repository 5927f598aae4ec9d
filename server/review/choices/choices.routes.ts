import { changeChoices, ownChoices } from '@scoville/contract/review/choices/choices.ts';
import type { App } from '../../platform/app-context.ts';
import { type Db, transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { findOwnFigures } from '../curation/review-desk.queries.ts';
import { replaceChoices } from './change-choices.ts';
import { findChoices } from './choices.queries.ts';

export const choicesRoutes = (app: App) => [
  route(ownChoices, async (call) => presentChoices(app, app.db, signedIn(call))),

  route(changeChoices, async (call) => {
    const actor = signedIn(call);
    return transaction(app.db, async (tx) => {
      await replaceChoices(app, tx, actor.userId, call.body);
      return presentChoices(app, tx, actor);
    });
  }),
];

async function presentChoices({ env }: App, db: Db, { userId, isCurator }: Actor) {
  const choices = await findChoices(db, userId);
  const { open, ...figures } = await findOwnFigures(db, userId, env.REVIEW_PROMISE_HOURS);
  const load = { open, most: env.REVIEW_LOAD_CAP === 0 ? null : env.REVIEW_LOAD_CAP };
  return { ...choices, isCertified: isCurator, load, ...figures };
}
