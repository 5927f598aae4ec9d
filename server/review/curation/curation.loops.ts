import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { reassignReviews } from './reassign.ts';

/** Assigns overdue reviews to other reviewers. */
export const reassignReviewsLoop: Loop<App> = { name: 'reassign-reviews', everySeconds: 20, run: reassignReviews };
