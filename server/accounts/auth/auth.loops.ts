import type { App } from '../../platform/app-context.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { deleteOldDevices } from './known-devices.ts';
import { deleteEndedTokens } from './mailed-tokens.ts';
import { deleteEndedSessions } from './session.ts';

/** Deletes sessions that expired without use or reached their maximum age. */
export const pruneSessionsLoop: Loop<App> = {
  name: 'prune-sessions',
  everySeconds: 3600,
  run: deleteEndedSessions,
};

/** Deletes expired tokens of mailed links. */
export const pruneTokensLoop: Loop<App> = {
  name: 'prune-tokens',
  everySeconds: 3600,
  run: ({ db }) => deleteEndedTokens(db),
};

/** Deletes browsers without a sign-in for a year. */
export const pruneDevicesLoop: Loop<App> = {
  name: 'forget-devices',
  everySeconds: 24 * 3600,
  run: ({ db }) => deleteOldDevices(db),
};
