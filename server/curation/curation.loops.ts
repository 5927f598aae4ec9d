import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { redrawReviews } from './redraw.ts';

/** Reviews whose promise ran out go to somebody else. */
export const redrawLoop: Loop<App> = { name: 'redraw-reviews', everySeconds: 20, run: redrawReviews };
