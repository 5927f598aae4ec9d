import { type Scores, bandOf } from '../../contract/catalogue/media/scores.ts';
import { NO_SEVERITY, publishedScores } from '../../contract/review/readings/published.ts';
import type { App } from '../../server/platform/app-context.ts';
import { readCalibrations } from '../../server/review/calibration/calibration.queries.ts';
import type { Year } from './run.ts';
import { type Options, capacityOf, severityAt } from './world.ts';

/** The result of a simulated time as lines of text, as `npm run simulate` prints them. */
export async function figuresOf({ db }: App, year: Year, options: Options): Promise<string[]> {
  const [kept] = await db<{ due: number; inTime: number; open: number; longest: number; compensations: number }[]>`
    select count(*) filter (where decided_at is not null or promised_by < now())::int as due,
      count(*) filter (where decided_at <= promised_by)::int as "inTime",
      count(*) filter (where decided_at is null)::int as open,
      coalesce(max(extract(epoch from coalesce(decided_at, now()) - opened_at)) / 3600, 0)::float8 as longest,
      (select count(*)::int from compensations) as compensations
    from reviews`;
  const { due, inTime, open, longest, compensations } = kept!;
  const { plain, corrected } = await flipsOf(db, year);
  const capacity =
    capacityOf(
      year.reviewers.map(({ person }) => person),
      options.days,
    ) / Math.max(1, year.readings);
  return [
    `submissions: ${year.qualities.size}, readings: ${year.readings} and ${year.byAdministrators} by administrators, open at the end: ${open}`,
    `capacity: ${capacity.toFixed(2)} times the load`,
    `longest wait: ${longest.toFixed(1)} hours`,
    `inside the promise: ${percent(inTime / Math.max(1, due))}`,
    `draw uniform: p = ${year.uniformity.pValue().toFixed(3)} (${year.uniformity.draws()} draws)`,
    `same musician in a row: ${year.inARow}`,
    `severity recovered: r = ${(await recoveredSeverity(db, year)).toFixed(3)}`,
    `band flips, plain mean: ${percent(plain)}`,
    `band flips, corrected: ${percent(corrected)}`,
    `reviewer hours: ${Math.round(year.minutes / 60)}`,
    `compensations: ${compensations}`,
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** The shares of verdicts in another band than the true one: by the plain means of the readings, and as published. */
async function flipsOf(db: App['db'], { qualities }: Year): Promise<{ plain: number; corrected: number }> {
  const rows = await db<{ id: string; published: Scores; given: Scores[] }[]>`
    select m.id, json_build_object('storytelling', m.storytelling, 'execution', m.execution, 'thumbnailArt', m.thumbnail_art) as published,
      json_agg(json_build_object('storytelling', g.storytelling, 'execution', g.execution, 'thumbnailArt', g.thumbnail_art)) as given
    from media m join readings g on g.media_id = m.id where m.storytelling is not null group by m.id`;
  let [plain, corrected] = [0, 0];
  for (const { id, published, given } of rows) {
    const right = bandOf(qualities.get(id)!);
    if (bandOf(publishedScores(given.map((scores) => ({ scores, severity: NO_SEVERITY })))) !== right) plain += 1;
    if (bandOf(published) !== right) corrected += 1;
  }
  const verdicts = Math.max(1, rows.length);
  return { plain: plain / verdicts, corrected: corrected / verdicts };
}

/** The correlation of the estimated with the true severity of all reviewers at the end. */
async function recoveredSeverity(db: App['db'], { reviewers }: Year): Promise<number> {
  const estimates = await readCalibrations(
    db,
    reviewers.map(({ id }) => id),
  );
  const pairs = reviewers.flatMap(({ id, person }) => {
    const estimate = estimates.get(id)?.severity;
    return estimate === undefined ? [] : [[mean(estimate), mean(severityAt(person, 1))] as const];
  });
  return correlation(pairs);
}

const mean = ({ storytelling, execution, thumbnailArt }: Scores): number =>
  (storytelling + execution + thumbnailArt) / 3;

function correlation(pairs: readonly (readonly [number, number])[]): number {
  if (pairs.length < 2) return 0;
  const means = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + pair[side]!, 0) / pairs.length);
  let [both, ones, others] = [0, 0, 0];
  for (const [one, other] of pairs) {
    both += (one - means[0]!) * (other - means[1]!);
    ones += (one - means[0]!) ** 2;
    others += (other - means[1]!) ** 2;
  }
  return ones === 0 || others === 0 ? 0 : both / Math.sqrt(ones * others);
}
