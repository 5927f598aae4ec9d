import type { Db } from '../../platform/db/connection.ts';
import { migrationNames } from '../../platform/db/migrate.ts';
import { endOfLife } from './ages.ts';
import { type Check, type Result, fail, ok, warn } from './check.ts';
import { findClock, findConnections, findDatabase, findExtensions, findMigrations } from './database.queries.ts';
import { sizeText } from './sizes.ts';

/** The extensions that the first migration needs. */
const EXTENSIONS = ['citext', 'pg_trgm', 'unaccent'];
const OLDEST_POSTGRES = 15;
/** Milliseconds. A page makes about ten queries. */
const SLOW = 100;
const MANY_CONNECTIONS = 0.8;

/** Checks whether the database is reachable, and its version, extensions, migrations, connections and size. */
export const databaseCheck = (db: Db): Check => ({
  part: 'database',
  run: async () => {
    await findClock(db);
    const before = performance.now();
    const { version, size } = await findDatabase(db);
    const took = Math.round(performance.now() - before);
    const about = `PostgreSQL ${version} answers in ${took} ms; the database has ${sizeText(size)}.`;
    return [
      took > SLOW
        ? warn(`${about} That is slow.`, 'See what the machine of the database is busy with, and how far away it is.')
        : ok(about),
      ...ageOf(version),
      ...(await extensionsOf(db)),
      await schemaOf(db),
      await connectionsOf(db),
    ];
  },
});

function ageOf(version: string): Result[] {
  if (Number(version.split('.', 1)[0]) < OLDEST_POSTGRES)
    return [fail(`PostgreSQL ${version} is too old for this product.`, `Upgrade it to ${OLDEST_POSTGRES} or later.`)];
  const end = endOfLife('postgres', version);
  return end !== null && end < today()
    ? [warn(`PostgreSQL ${version} has been out of support since ${end}.`, 'Upgrade the database to a newer version.')]
    : [];
}

async function extensionsOf(db: Db): Promise<Result[]> {
  const found = await findExtensions(db, EXTENSIONS);
  const missing = EXTENSIONS.filter((name) => !found.some((one) => one.name === name));
  if (missing.length > 0)
    return [
      fail(
        `The database server does not have ${missing.join(' and ')}.`,
        'Install its contributed extensions (on Debian: apt-get install postgresql-contrib).',
      ),
    ];
  const absent = found.filter(({ installed }) => !installed).map(({ name }) => name);
  return absent.length === 0
    ? [ok(`The extensions ${new Intl.ListFormat('en').format(EXTENSIONS)} are there.`)]
    : [
        warn(
          `This database does not use ${absent.join(' and ')} yet.`,
          `${absent.length === 1 ? 'It is' : 'They are'} created at the first start. If that fails: ${absent.map((name) => `create extension ${name}`).join('; ')}`,
        ),
      ];
}

async function schemaOf(db: Db): Promise<Result> {
  const [known, done] = [await migrationNames(), await findMigrations(db)];
  if (done.length === 0) return warn('There is no schema yet.', 'Start the product once: it makes its schema.');
  const newer = done.filter((name) => !known.includes(name));
  if (newer.length > 0)
    return fail(
      `The schema is newer than this version of the product: it has ${newer.at(-1)}.`,
      'Run the version of the product that made it, or restore a backup from before.',
    );
  const open = known.filter((name) => !done.includes(name));
  return open.length > 0
    ? warn(
        `${open.length} of ${known.length} migrations have not run: ${open[0]} is next.`,
        'Make a backup, then start the product: it runs them.',
      )
    : ok(`All ${known.length} migrations have run.`);
}

async function connectionsOf(db: Db): Promise<Result> {
  const { used, most } = await findConnections(db);
  const about = `${used} of ${most} connections are used.`;
  return used > most * MANY_CONNECTIONS
    ? warn(about, 'Raise max_connections, or run fewer processes: a web process takes up to 15, a worker 12.')
    : ok(about);
}

/** Seconds by which a clock may differ without a warning. */
const SKEW = 5;
/** Seconds from which codes of a second factor and signed requests to a bucket are rejected. */
const GREAT_SKEW = 60;

/**
 * Compares this machine's clock with the database's and with servers from the settings.
 * @param origins servers that are called only for the time in their response
 */
export const clockCheck = (db: Db | null, origins: readonly string[]): Check => ({
  part: 'clock',
  isCostly: true,
  run: async (signal) => {
    const others = await Promise.all([
      ...(db === null ? [] : [skewOfDatabase(db)]),
      ...origins.map((origin) => skewOfServer(origin, signal)),
    ]);
    const skews = others.filter((one) => one !== null);
    if (skews.length === 0) return [];
    const worst = skews.toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))[0]!;
    const todo = 'Set the clock by a time server (on Debian: apt-get install systemd-timesyncd).';
    const off = Math.abs(worst.seconds);
    const about = `This machine’s clock is ${off.toFixed(0)} seconds ${worst.seconds > 0 ? 'ahead of' : 'behind'} that of ${worst.name}.`;
    if (off > GREAT_SKEW) return [fail(about, todo)];
    if (off > SKEW) return [warn(about, todo)];
    return [ok(`This machine’s clock agrees with ${skews.map(({ name }) => name).join(', ')}.`)];
  },
});

interface Skew {
  name: string;
  seconds: number;
}

async function skewOfDatabase(db: Db): Promise<Skew | null> {
  const before = Date.now();
  // Whether the database answers at all is checked separately.
  const theirs = await findClock(db).catch(() => null);
  return theirs && { name: 'the database', seconds: ((before + Date.now()) / 2 - theirs.getTime()) / 1000 };
}

async function skewOfServer(origin: string, signal: AbortSignal): Promise<Skew | null> {
  const before = Date.now();
  const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal }).catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(date)) return null;
  // The header has whole seconds only, so half a second is added on average.
  const seconds = ((before + Date.now()) / 2 - (date + 500)) / 1000;
  return { name: new URL(origin).host, seconds };
}

const today = () => new Date().toISOString().slice(0, 10);
