import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { calibrate } from './calibrate.ts';

/** Estimates how severe reviewers are. */
export const calibrateLoop: Loop<App> = { name: 'calibrate-reviewers', everySeconds: 3600, run: calibrate };
