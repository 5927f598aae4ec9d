import type { App } from '../../app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { forgetDevices } from './known-devices.ts';
import { deleteEndedTokens } from './mailed-tokens.ts';
import { deleteEndedSessions } from './session.ts';

/** Sessions that ended, by time or for good. */
export const pruneSessionsLoop: Loop<App> = {
  name: 'prune-sessions',
  everySeconds: 3600,
  run: deleteEndedSessions,
};

/** Mailed links that were not used in time. */
export const pruneTokensLoop: Loop<App> = {
  name: 'prune-tokens',
  everySeconds: 3600,
  run: ({ db }) => deleteEndedTokens(db),
};

/** Browsers that nobody signed in from for a year. */
export const forgetDevicesLoop: Loop<App> = {
  name: 'forget-devices',
  everySeconds: 24 * 3600,
  run: ({ db }) => forgetDevices(db),
};
