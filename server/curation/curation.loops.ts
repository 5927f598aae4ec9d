import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { reassignReviews } from './reassign.ts';

/** Reviews whose promise ran out go to somebody else. */
export const reassignReviewsLoop: Loop<App> = { name: 'reassign-reviews', everySeconds: 20, run: reassignReviews };
