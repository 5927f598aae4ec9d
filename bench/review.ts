// The work of the review desk with 10,000 reviewers, 100,000 open reviews and a million readings, each compared with a
// smaller piece of work in the same run: the first page of a reviewer's queue, the draw of a reviewer, and the estimate of
// how severe all reviewers are. `BENCH_READINGS` sets the number of readings.
import pino from 'pino';
import { domains } from '../server/app.ts';
import { mediaColumns, mediaJoins } from '../server/catalogue/media/media.queries.ts';
import { openApp } from '../server/open-app.ts';
import type { App } from '../server/platform/app-context.ts';
import { type Pool, transaction } from '../server/platform/db/connection.ts';
import { readEnv } from '../server/platform/env.ts';
import { calibrate } from '../server/review/calibration/calibrate.ts';
import { listQueue } from '../server/review/curation/queue.queries.ts';
import { drawReviewer, drawRules } from '../server/review/draws/draw-reviewer.ts';
import { reasonsAgainst } from '../server/review/draws/eligibility.queries.ts';
import { filledServer } from './filled.ts';
import { line, sideBySide, timed } from './ratio.ts';

const REVIEWERS = 10_000;
const OPEN = 100_000;
const READINGS = Number(process.env['BENCH_READINGS'] ?? 1_000_000);
const ROUNDS = 40;
/** Rows on the first page of the queue, and one more. */
const PAGE = 21;

/** Makes reviewers, an open review of every media item, and readings by one or two reviewers for each file. */
async function fill(db: Pool): Promise<void> {
  await db`
    insert into users (id, first_name, last_name, display_name, email, original_email, plan, is_curator)
    select gen_random_uuid(), 'Review', 'Bench', 'Reviewer ' || n, 'reviewer' || n || '@example.net',
      'reviewer' || n || '@example.net', 'mild', true
    from generate_series(1, ${REVIEWERS}::int) n`;
  await db`create table bench_reviewers as select id, row_number() over () as n from users where is_curator`;
  await db`alter table bench_reviewers add primary key (n)`;
  await db`alter table reviews disable trigger user`;
  await db`
    insert into reviews (id, media_id, reviewer_id, submitted_at, opened_at, due_at, promised_by, next_step_at, draws)
    select gen_random_uuid(), m.id, b.id, now(), now(), now() + m.n * interval '1 second', now() + interval '1 day',
      now() + interval '1 day', 1
    from (select id, row_number() over () as n from media limit ${OPEN}::int) m join bench_reviewers b on b.n = 1 + m.n % ${REVIEWERS}::int`;
  await db`
    insert into readings (id, media_id, review_id, source_id, reviewer_id, purpose, drawn, storytelling, execution,
      thumbnail_art, given_at)
    select gen_random_uuid(), r.media_id, r.id, md5((n / 1.05)::int::text)::uuid, b.id, 'first', true,
      greatest(0, least(100, 65 + quality + own)), greatest(0, least(100, 63 + quality + own)),
      greatest(0, least(100, 66 + quality + own)), now() - (n % 365) * interval '1 day'
    from (
      select n, 1 + (n * 7919) % ${REVIEWERS}::int as reviewer, ((n / 1.05)::int * 104729) % 41 - 20 as quality,
        (n * 7919) % 13 - 6 as own
      from generate_series(1, ${READINGS}::int) n) rows
    join bench_reviewers b on b.n = rows.reviewer
    cross join (select id, media_id from reviews limit 1) r`;
  await db`alter table reviews enable trigger user`;
  await db.unsafe('vacuum analyze');
}

const filled = await filledServer();
const db = await filled.open('review', OPEN);
const [{ n: known } = { n: 0 }] = await db<{ n: number }[]>`select count(*)::int as n from users where is_curator`;
if (known < REVIEWERS) await fill(db);
const [{ url } = { url: '' }] = await db<{ url: string }[]>`select current_database() as url`;
const env = readEnv(
  {
    NODE_ENV: 'test',
    DATABASE_URL: filled.server.url.replace(/\/[^/]*$/, `/${url}`),
    DATA_DIR: filled.server.folder,
    LOG_LEVEL: 'silent',
    REVIEW_LOAD_CAP: '20',
  },
  'no file',
);
const app: App & { close: () => Promise<void> } = await openApp(env, 'worker', pino({ level: 'silent' }), domains);
const reviewers = await db<{ id: string }[]>`select id from users where is_curator order by md5(id::text) limit 200`;
const media = await db<{ id: string; musicianId: string }[]>`
  select id, musician_id as "musicianId" from media order by md5(id::text) limit 200`;

let turn = 0;
const next = <T>(rows: readonly T[]): T => rows[turn++ % rows.length]!;
const holds: boolean[] = [];

const queue = await sideBySide(
  () =>
    timed(() =>
      listQueue(app.db, { userId: next(reviewers).id, isAdmin: false }, { after: null, skip: 0, limit: PAGE }),
    ),
  () =>
    timed(() => {
      const ids = media.slice(0, PAGE).map(({ id }) => id);
      return app.db`select ${mediaColumns(app.db)} from media m ${mediaJoins(app.db)} where m.id = any(${ids}::uuid[])`;
    }),
  ROUNDS,
);
const milliseconds = ({ ours }: { ours: number }) => `${ours.toFixed(1)} ms`;
holds.push(
  line(
    `a reviewer’s queue among ${OPEN} open reviews, compared with its rows by their ids`,
    queue.ratio,
    { most: 4 },
    milliseconds(queue),
  ),
);

const submissionOf = ({ id, musicianId }: { id: string; musicianId: string }) => ({
  mediaId: id,
  musicianId,
  before: [],
});
const draw = await sideBySide(
  () => timed(() => transaction(app.db, (tx) => drawReviewer(app, tx, `bench:${turn}`, submissionOf(next(media))))),
  () =>
    timed(() => {
      const ids = reviewers.slice(0, 8).map(({ id }) => id);
      return reasonsAgainst(app.db, ids, submissionOf(next(media)), drawRules(env));
    }),
  ROUNDS,
);
holds.push(
  line(
    `a draw among ${REVIEWERS} reviewers, compared with the check of eight`,
    draw.ratio,
    { most: 5 },
    milliseconds(draw),
  ),
);

const fit = await sideBySide(
  async () => {
    await db`delete from calibration`;
    return timed(() => calibrate(app));
  },
  () =>
    timed(() => db`select reviewer_id, avg(storytelling), avg(execution), avg(thumbnail_art) from readings group by 1`),
  1,
);
holds.push(
  line(
    `the estimates from ${READINGS} readings, compared with the reviewers’ mean scores in SQL`,
    fit.ratio,
    { most: 200 },
    `${(fit.ours / 1000).toFixed(1)} s`,
  ),
);

await app.close();
await filled.stop();
process.exit(holds.every(Boolean) ? 0 : 1);
