import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import * as z from 'zod/mini';
import { connect } from '../../server/platform/db/connection.ts';
import { readEnv } from '../../server/platform/env.ts';
import { startDatabase } from '../database.ts';
import { giveClock, leaveOutListeners, openClock } from './clock.ts';
import { figuresOf } from './figures.ts';
import { seededRandom } from './random.ts';
import { liveThrough } from './run.ts';
import type { Options } from './world.ts';

const whole = (least: number, most: number) => z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));
const Given = z.strictObject({
  days: whole(1, 3650),
  reviewers: whole(1, 10_000),
  'submissions-per-day': whole(1, 100_000),
  seed: whole(0, 2 ** 31 - 1),
  outages: z.coerce.number().check(z.minimum(0), z.maximum(0.9)),
  waves: whole(0, 100),
});

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '365' },
      reviewers: { type: 'string', default: '40' },
      'submissions-per-day': { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      outages: { type: 'string', default: '0.1' },
      waves: { type: 'string', default: '3' },
    },
  });
  const { 'submissions-per-day': submissionsPerDay, ...given } = Given.parse(values);
  return { ...given, submissionsPerDay };
}

/** The first day of the simulated time. */
const START = new Date('2027-01-01T00:00:00Z');

async function simulate(options: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scoville-simulation-'));
  const own = await startDatabase(folder);
  try {
    const admin = connect(own.url, { max: 1 });
    await admin`create database simulation`;
    await admin.end();
    const url = own.url.replace(/\/[^/]*$/, '/simulation');
    await giveClock(url, START);
    const env = readEnv(
      {
        NODE_ENV: 'test',
        DATABASE_URL: url,
        DATA_DIR: folder,
        RATE_LIMIT_FACTOR: '0',
        LOG_LEVEL: 'warn',
        ...settings(),
      },
      'no file',
    );
    // Loaded after the module that leaves out the texts of mails.
    const [{ openApp }, { domains }] = await Promise.all([
      import('../../server/open-app.ts'),
      import('../../server/app.ts'),
    ]);
    const opened = await openApp(env, 'worker', pino({ level: env.LOG_LEVEL }), domains);
    // No worker runs, so jobs would only pile up.
    const app = { ...opened, queue: { ...opened.queue, enqueue: () => Promise.resolve() } };
    try {
      await leaveOutListeners(app.db);
      const random = seededRandom(options.seed);
      const year = await liveThrough(app, openClock(app.db, START), random, options, (day) => report(day, options));
      for (const line of await figuresOf(app, year, options)) console.log(line);
    } finally {
      await opened.close();
    }
  } finally {
    await own.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The settings about reviews may be changed for a simulation. */
const settings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('REVIEW_') && value !== undefined ? [[name, value]] : [],
    ),
  );

const report = (day: number, { days }: Options): Promise<void> => {
  if (day % 30 === 0) console.error(`day ${day} of ${days}`);
  return Promise.resolve();
};

try {
  await simulate(readOptions());
} catch (error) {
  if (
    !(error instanceof z.core.$ZodError) &&
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') !== true
  )
    throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
