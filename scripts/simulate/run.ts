import type { Draw } from '../../contract/review/trail/trail.ts';
import type { Scores } from '../../contract/catalogue/media/scores.ts';
import type { App } from '../../server/platform/app-context.ts';
import { transaction } from '../../server/platform/db/connection.ts';
import { newId } from '../../server/platform/ids.ts';
import { HttpError } from '../../server/platform/http/errors.ts';
import type { Actor } from '../../server/platform/http/actor.ts';
import { changeSubmission } from '../../server/review/curation/change-submission.ts';
import { calibrateLoop } from '../../server/review/calibration/calibration.loops.ts';
import {
  keepPromisesLoop,
  reassignReviewsLoop,
  refreshReviewFiguresLoop,
} from '../../server/review/curation/curation.loops.ts';
import { listQueue } from '../../server/review/curation/queue.queries.ts';
import { drawRules } from '../../server/review/draws/draw-reviewer.ts';
import { seedsLoop } from '../../server/review/draws/draws.loops.ts';
import { notePresence, reasonsAgainst } from '../../server/review/draws/eligibility.queries.ts';
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
/**
 * The simulation advances in steps of half an hour. Everything within a step happens at once, as people in the product
 * don't wait for each other. Then the loops run. The product runs them more often.
 */
const STEP = 30 / 1440;
/** The figures of reviews are counted after so many steps. */
const FIGURES = 4;
/** Every so many submissions, all reviewers are checked for whether they could be drawn. */
const CHECKED = 5;
/** Submissions of a musician in the whole time, on average. */
const PER_MUSICIAN = 40;
/** The share of reviewers who help with reviews that are about to be late, if they are asked and have time left. */
const HELPING = 0.7;
/** Administrators, of whom one looks after so many steps for what only they were asked for. */
const ADMINISTRATORS = 2;
const ADMINISTRATORS_LOOK = 2;
/** The share of their looks after which they have time for a verdict. */
const ADMINISTRATING = 0.5;
/** Reviews that a reviewer looks at before the first reading. */
const SEEN = 30;

/** The events of the simulated time that the database doesn't have. */
export interface Year {
  reviewers: readonly { id: string; person: Person }[];
  /** How good each song is, by its id. */
  qualities: ReadonlyMap<string, Scores>;
  uniformity: Uniformity;
  /** Draws of a reviewer of the musician's last two submissions although another one could be drawn. */
  inARow: number;
  readings: number;
  /** Number of readings by administrators. They are asked last. */
  byAdministrators: number;
  minutes: number;
}

type Happening = { kind: 'submission' } | { kind: 'session'; reviewer: number };

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
  const administrators: { id: string; person: Person }[] = [];
  for (let n = 0; n < ADMINISTRATORS; n++)
    administrators.push({
      id: await insertAccount(app, { role: 'admin' }),
      person: makePerson(random, { ...options, outages: 0 }),
    });
  for (const { id, person } of reviewers)
    for (const { from, to } of person.holidays)
      await app.db`
        insert into reviewer_absences (user_id, first_day, last_day)
        values (${id}, ${dayOf(start, from)}, ${dayOf(start, to - 1)}) on conflict do nothing`;
  const submissions = makeSubmissions(random, options);
  const musicians: string[] = [];
  for (let n = 0; n < Math.max(3, submissions.length / PER_MUSICIAN); n++) musicians.push(await insertAccount(app, {}));

  const year = {
    reviewers,
    qualities: new Map<string, Scores>(),
    inARow: 0,
    readings: 0,
    byAdministrators: 0,
    minutes: 0,
  };
  const uniformity = testUniformity(reviewers.length);
  const context = { app, random, options, reviewers, administrators, musicians, uniformity, year };
  const steps = Math.floor(options.days / STEP);
  const happenings = happeningsOf(people, submissions);
  for (let step = 0; step < steps; step++) {
    const at = step * STEP;
    await clock.set(new Date(start + at * DAY));
    if (step % Math.round(1 / STEP) === 0) {
      await seedsLoop.run(app);
      await calibrateLoop.run(app);
      await onDay(Math.round(at));
    }
    await Promise.all(
      (happenings.get(step) ?? []).map((happening) =>
        happening.kind === 'submission' ? submit(context) : review(context, reviewers[happening.reviewer]!, at),
      ),
    );
    if (step % FIGURES === 0) await refreshReviewFiguresLoop.run(app);
    if (step % ADMINISTRATORS_LOOK === 0) await administrate(context, at);
    await keepPromisesLoop.run(app);
    await reassignReviewsLoop.run(app);
  }
  return { ...year, uniformity };
}

interface Context {
  app: App;
  random: Random;
  options: Options;
  reviewers: readonly { id: string; person: Person }[];
  administrators: readonly { id: string; person: Person }[];
  musicians: readonly string[];
  uniformity: Uniformity;
  year: Pick<Year, 'inARow' | 'readings' | 'byAdministrators' | 'minutes'> & { qualities: Map<string, Scores> };
}

/** All that happens, by the number of the step. */
function happeningsOf(people: readonly Person[], submissions: readonly number[]): Map<number, Happening[]> {
  const happenings = new Map<number, Happening[]>();
  const add = (at: number, happening: Happening) => {
    const step = Math.floor(at / STEP);
    happenings.set(step, [...(happenings.get(step) ?? []), happening]);
  };
  for (const at of submissions) add(at, { kind: 'submission' });
  for (const [reviewer, { sessions }] of people.entries())
    for (const at of sessions) add(at, { kind: 'session', reviewer });
  return happenings;
}

/** A musician submits a song. Its draw is compared with the reviewers that were eligible before it. */
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

/** A reviewer gives some readings: first of their own queue, then of reviews that are about to be late. */
async function review(
  { app, random, options, year }: Context,
  { id, person }: { id: string; person: Person },
  at: number,
): Promise<void> {
  const mean = READINGS_PER_SESSION * (isIn([person.slow], at) ? 0.5 : 1);
  const count = random.poisson(mean);
  const helps = random.uniform() < HELPING;
  if (isIn(person.outages, at) || isIn(person.holidays, at)) return;
  await notePresence(app.db, id);
  const reader = { userId: id, isAdmin: false };
  for (let given = 0; given < count; given++) {
    const rows = await listQueue(app.db, reader, { after: null, skip: 0, limit: SEEN });
    const asked = helps ? await findAsked(app, rows) : new Set();
    const own = rows.find(({ mine }) => mine);
    const urgent = rows.find(({ review_id }) => asked.has(review_id));
    const row = own ?? urgent;
    if (row === undefined) return;
    const scores = scoresBy(random, person, year.qualities.get(row.id)!, at / options.days);
    year.minutes += person.minutes;
    if (await isAccepted(app, id, row.id, scores)) year.readings += 1;
    // A reviewer who is below the limit now may be drawn for a waiting review.
    await reassignReviewsLoop.run(app);
  }
}

/** An administrator gives the verdict of one review that is about to be late, if there is one. */
async function administrate({ app, random, options, administrators, year }: Context, at: number): Promise<void> {
  if (random.uniform() >= ADMINISTRATING) return;
  const { id, person } = administrators[random.below(administrators.length)]!;
  const [late] = await app.db<{ id: string }[]>`
    select media_id as id from reviews where decided_at is null and promise_step >= 3 order by promised_by limit 1`;
  if (late === undefined) return;
  const scores = scoresBy(random, person, year.qualities.get(late.id)!, at / options.days);
  if (await isAccepted(app, id, late.id, scores)) year.byAdministrators += 1;
}

/** Gives the scores. False if another reviewer was first. */
async function isAccepted(app: App, reviewerId: string, id: string, scores: Scores): Promise<boolean> {
  try {
    const call = { id, body: { curationStats: scores } };
    await transaction(app.db, (tx) => changeSubmission(app, tx, caller(reviewerId), call));
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return false;
    throw error;
  }
}

/** Which of these reviews all reviewers were asked for. */
async function findAsked({ db }: App, rows: readonly { review_id: string }[]): Promise<Set<string>> {
  const asked = await db<{ id: string }[]>`
    select id from reviews
    where id = any(${rows.map((row) => row.review_id)}::uuid[]) and promise_step >= 2 and decided_at is null`;
  return new Set(asked.map(({ id }) => id));
}

async function insertAccount({ db }: App, fields: { is_curator?: boolean; role?: 'admin' }): Promise<string> {
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
