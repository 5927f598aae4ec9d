import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { refreshReviewFigures } from './figures.queries.ts';
import { keepPromises } from './keep-promises.ts';
import { reassignReviews } from './reassign.ts';

/** Asks others for verdicts that may be late soon, and compensates musicians for late ones. */
export const keepPromisesLoop: Loop<App> = { name: 'keep-promises', everySeconds: 20, run: keepPromises };

/** Assigns overdue reviews to other reviewers. */
export const reassignReviewsLoop: Loop<App> = { name: 'reassign-reviews', everySeconds: 20, run: reassignReviews };

/** Counts the public figures of reviews. */
export const refreshReviewFiguresLoop: Loop<App> = {
  name: 'refresh-review-figures',
  everySeconds: 300,
  run: ({ db, env }) => refreshReviewFigures(db, env.REVIEW_PROMISE_HOURS),
};
