import { hostname } from 'node:os';
import type { App } from '../app-context.ts';
import { concernsAboutFfmpeg } from '../ffmpeg/concerns.ts';
import type { Loop } from '../jobs/loop.ts';
import { replaceNotices } from './notices.queries.ts';

/** Each worker tells the administrators, and its log, what its machine lacks. */
export const noticeMachine: Loop<App> = {
  name: 'notice-machine',
  everySeconds: 3600,
  run: async ({ db, env, log }) => {
    const concerns = await concernsAboutFfmpeg(env);
    for (const { name, text } of concerns) log.warn({ concern: name }, text);
    await replaceNotices(db, hostname(), concerns);
  },
};
