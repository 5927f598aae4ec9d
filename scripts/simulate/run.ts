import type { Draw } from '../../contract/review/trail/trail.ts';
import type { Scores } from '../../contract/catalogue/media/scores.ts';
import type { App } from '../../server/platform/app-context.ts';
import { transaction } from '../../server/platform/db/connection.ts';
import { newId } from '../../server/platform/ids.ts';
import type { Actor } from '../../server/platform/http/actor.ts';
import { changeSubmission } from '../../server/review/curation/change-submission.ts';
import { calibrateLoop } from '../../server/review/calibration/calibration.loops.ts';
import { keepPromisesLoop, reassignReviewsLoop } from '../../server/review/curation/curation.loops.ts';
import { listQueue } from '../../server/review/curation/queue.queries.ts';
import { drawRules } from '../../server/review/draws/draw-reviewer.ts';
import { seedsLoop } from '../../server/review/draws/draws.loops.ts';
import { reasonsAgainst } from '../../server/review/draws/eligibility.queries.ts';
import { insertMedia } from '../../server/testkit/media.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';
import { type Uniformity, testUniformity } from './uniformity.ts';
import {
  type Options,
  type Person,
  READINGS_PER_SESSION,
  isIn,
  makePerson,
  makeQuality,
  makeSubmissions,
  scoresBy,
} from './world.ts';

const DAY = 86_400_000;
/** How often the loops run, in days. The product runs them more often, which costs time and changes nothing. */
const ROUND = 10 / 1440;
/** Every so many submissions, all reviewers are checked for whether they could be drawn. */
const CHECKED = 3;
/** Submissions of a musician in the whole time, on average. */
const PER_MUSICIAN = 40;
/** The share of reviewers who help with reviews that are about to be late, if they are asked and have time left. */
const HELPING = 0.5;

/** What happened in the simulated time, apart from what the database says. */
export interface Year {
  reviewers: readonly { id: string; person: Person }[];
  /** How good each song is, by its id. */
  qualities: ReadonlyMap<string, Scores>;
  uniformity: Uniformity;
  /** Draws of a reviewer of the musician's last two submissions although somebody else could be drawn. */
  inARow: number;
  readings: number;
  minutes: number;
}

type Happening =
  | { at: number; kind: 'submission' }
  | { at: number; kind: 'session'; reviewer: number }
  | { at: number; kind: 'round'; isNewDay: boolean };

/** Lets the product live through the simulated time. */
export async function liveThrough(
  app: App,
  clock: Clock,
  random: Random,
  options: Options,
  onDay: (day: number) => Promise<void>,
): Promise<Year> {
  const start = clock.now().getTime();
  const people = Array.from({ length: options.reviewers }, () => makePerson(random, options));
  const reviewers: { id: string; person: Person }[] = [];
  for (const person of people) reviewers.push({ id: await insertAccount(app, { is_curator: true }), person });
  for (const { id, person } of reviewers)
    for (const { from, to } of person.holidays)
      await app.db`
        insert into reviewer_absences (user_id, first_day, last_day)
        values (${id}, ${dayOf(start, from)}, ${dayOf(start, to - 1)}) on conflict do nothing`;
  const submissions = makeSubmissions(random, options);
  const musicians: string[] = [];
  for (let n = 0; n < Math.max(3, submissions.length / PER_MUSICIAN); n++) musicians.push(await insertAccount(app, {}));

  const year = { reviewers, qualities: new Map<string, Scores>(), inARow: 0, readings: 0, minutes: 0 };
  const uniformity = testUniformity(reviewers.length);
  const context = { app, random, options, reviewers, musicians, uniformity, year };
  for (const happening of happeningsOf(options, people, submissions)) {
    await clock.set(new Date(start + happening.at * DAY));
    if (happening.kind === 'submission') await submit(context);
    if (happening.kind === 'session') await review(context, reviewers[happening.reviewer]!, happening.at);
    if (happening.kind === 'round') {
      if (happening.isNewDay) {
        await seedsLoop.run(app);
        await calibrateLoop.run(app);
        await onDay(Math.round(happening.at));
      }
      await keepPromisesLoop.run(app);
      await reassignReviewsLoop.run(app);
    }
  }
  return { ...year, uniformity };
}

interface Context {
  app: App;
  random: Random;
  options: Options;
  reviewers: readonly { id: string; person: Person }[];
  musicians: readonly string[];
  uniformity: Uniformity;
  year: Pick<Year, 'inARow' | 'readings' | 'minutes'> & { qualities: Map<string, Scores> };
}

function happeningsOf({ days }: Options, people: readonly Person[], submissions: readonly number[]): Happening[] {
  const rounds = Array.from({ length: Math.floor(days / ROUND) }, (_, index): Happening => ({
    at: index * ROUND,
    kind: 'round',
    isNewDay: index % Math.round(1 / ROUND) === 0,
  }));
  const sessions = people.flatMap(({ sessions: times }, reviewer) =>
    times.filter((at) => at < days).map((at): Happening => ({ at, kind: 'session', reviewer })),
  );
  const submitted = submissions.map((at): Happening => ({ at, kind: 'submission' }));
  return [...rounds, ...sessions, ...submitted].toSorted((one, other) => one.at - other.at);
}

/** A musician submits a song. Whether the draw was uniform and fair is checked with what was known before it. */
async function submit({ app, random, reviewers, musicians, uniformity, year }: Context): Promise<void> {
  const musicianId = musicians[random.below(musicians.length)]!;
  const id = await insertMedia(app.db, { musicianId, published: false });
  year.qualities.set(id, makeQuality(random));
  const isChecked = year.qualities.size % CHECKED === 0;
  const ids = reviewers.map((one) => one.id);
  const submission = { mediaId: id, musicianId, before: [] };
  const before = isChecked ? await reasonsAgainst(app.db, ids, submission, drawRules(app.env)) : null;
  await transaction(app.db, (tx) =>
    changeSubmission(app, tx, caller(musicianId), { id, body: { allowCuration: true } }),
  );
  const [drawn] = await app.db<{ reviewerId: string; fact: { draw?: Draw } }[]>`
    select r.reviewer_id as "reviewerId", t.entry::json -> 'fact' as fact
    from reviews r join review_trail t on t.media_id = r.media_id and t.position = 2
    where r.media_id = ${id} and r.reviewer_id is not null`;
  if (drawn === undefined || before === null) return;
  const index = ids.indexOf(drawn.reviewerId);
  const eligible = ids.flatMap((_, place) => (before[place]!.length === 0 ? [place] : []));
  if (eligible.includes(index)) uniformity.add(eligible, index);
  if (eligible.length > 0 && before[index]?.includes('recent')) year.inARow += 1;
}

/** A reviewer sits down and gives some readings: of their own queue, and of what is about to be late. */
async function review(
  { app, random, options, year }: Context,
  { id, person }: { id: string; person: Person },
  at: number,
): Promise<void> {
  const mean = READINGS_PER_SESSION * (isIn([person.slow], at) ? 0.5 : 1);
  const count = random.poisson(mean);
  const helps = random.uniform() < HELPING;
  if (count === 0 || isIn(person.outages, at) || isIn(person.holidays, at)) return;
  const rows = await listQueue(app.db, { userId: id, isAdmin: false }, { after: null, skip: 0, limit: count });
  for (const row of rows) {
    if (!row.mine && !(helps && (await isAsked(app, row.review_id)))) continue;
    const scores = scoresBy(random, person, year.qualities.get(row.id)!, at / options.days);
    await transaction(app.db, (tx) =>
      changeSubmission(app, tx, caller(id), { id: row.id, body: { curationStats: scores } }),
    );
    year.readings += 1;
    year.minutes += person.minutes;
  }
}

/** Whether all reviewers were asked for the verdict of a review. */
async function isAsked({ db }: App, reviewId: string): Promise<boolean> {
  const rows = await db`select 1 from reviews where id = ${reviewId} and promise_step >= 2 and decided_at is null`;
  return rows.length > 0;
}

async function insertAccount({ db }: App, fields: { is_curator?: boolean }): Promise<string> {
  const id = newId();
  const email = `${id}@example.org`;
  const row = { id, email, original_email: email, email_verified_at: new Date(), plan: 'mild', ...fields };
  await db`insert into users ${db({ ...row, first_name: 'Sim', last_name: 'Person', display_name: id.slice(-8) } as never)}`;
  return id;
}

const caller = (userId: string): Actor => ({
  userId,
  role: 'user',
  isCurator: false,
  hasAuth: true,
  lacksSecondFactor: false,
  isVerified: true,
  isVouched: true,
});

const dayOf = (start: number, day: number): string => new Date(start + day * DAY).toISOString().slice(0, 10);
