import { hostname } from 'node:os';
import type { App } from '../../platform/app-context.ts';
import { ffmpegWarnings } from '../../pipeline/ffmpeg/checks/concerns.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { spaceWarning } from '../../platform/storage/space.ts';
import { replaceNotices } from './notices.queries.ts';

/** The notices of the last round. Only notices that are new since then are logged. */
let logged: ReadonlySet<string> = new Set();

/** Each worker reports problems of its machine to the administrators, and to its log. */
export const reportMachineHealth: Loop<App> = {
  name: 'report-machine-health',
  everySeconds: 900,
  everywhere: true,
  run: async (app) => {
    const { db, env, log } = app;
    const space = await spaceWarning(app);
    const concerns = [
      ...(await ffmpegWarnings(env)),
      ...(space === null ? [] : [{ name: 'disk-nearly-full', text: space }]),
    ];
    for (const { name, text } of concerns) if (!logged.has(name)) log.warn({ concern: name }, text);
    logged = new Set(concerns.map(({ name }) => name));
    await replaceNotices(db, hostname(), concerns);
  },
};
