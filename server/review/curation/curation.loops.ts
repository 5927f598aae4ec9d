import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { countBacklog } from './backlog.ts';
import { refreshReviewFigures } from './figures.queries.ts';
import { keepPromises } from './keep-promises.ts';
import { reassignReviews } from './reassign.ts';

/** Asks others for verdicts that may be late soon, and compensates musicians for late ones. */
export const keepPromisesLoop: Loop<App> = { name: 'keep-promises', everySeconds: 20, run: keepPromises };

/** Assigns overdue reviews to other reviewers. */
export const reassignReviewsLoop: Loop<App> = { name: 'reassign-reviews', everySeconds: 20, run: reassignReviews };

/** Counts the public figures of reviews, and what waits. */
export const refreshReviewFiguresLoop: Loop<App> = {
  name: 'refresh-review-figures',
  everySeconds: 300,
  run: async ({ db, env }) => {
    await countBacklog(db);
    await refreshReviewFigures(db, env.REVIEW_PROMISE_HOURS);
  },
};
