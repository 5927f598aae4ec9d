import type { Db } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { pluralize, durationText } from './sizes.ts';
import { findWorkers } from './workers.queries.ts';

/** Checks whether workers run, and whether one disappeared without stopping properly. */
export const workersCheck = (db: Db, { WORKER }: Pick<Env, 'WORKER'>): Check => ({
  part: 'workers',
  run: async () => {
    if (WORKER === 'off')
      return [
        warn(
          'The worker is off because the setting WORKER is off: nothing is mailed, charged, converted or counted.',
          'Leave it so in a copy that is only looked at; an installation that people use needs WORKER=on.',
        ),
      ];
    const workers = await findWorkers(db);
    const alive = workers.filter(({ silent }) => !silent);
    const machines = [...new Set(alive.map(({ machine }) => machine))];
    return [
      alive.length === 0
        ? fail(
            'No worker runs: files are not converted, mail is not sent, and nothing is counted.',
            'Start one: npm start, or with ROLE=worker on a machine of its own (docs/servers.md).',
          )
        : ok(`${pluralize(alive.length, 'worker')} running on ${machines.join(', ')}.`),
      ...workers
        .filter(({ silent }) => silent)
        .map(({ machine, silentSeconds }) =>
          warn(
            `A worker on ${machine} went silent ${durationText(silentSeconds)} ago; its jobs were given to others.`,
            'See the log of that machine, and whether it was started again. This line goes within an hour of the silence.',
          ),
        ),
    ];
  },
});
