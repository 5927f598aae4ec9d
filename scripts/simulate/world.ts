import { SUB_SCORES, type Scores } from '../../contract/catalogue/media/scores.ts';
import type { Severity } from '../../contract/review/readings/published.ts';
import type { Random } from './random.ts';

export interface Options {
  days: number;
  reviewers: number;
  /** Mean number on a day without a wave. */
  submissionsPerDay: number;
  seed: number;
  /** Share of the time in which a reviewer is absent without notice. */
  outages: number;
  /** How often in the simulated time many more songs are submitted for some days. */
  waves: number;
}

/** Days, from the start of the simulation, as fractions. */
interface Span {
  from: number;
  to: number;
}

/** The true properties of a reviewer, which the product does not know. */
export interface Person {
  /** Severity at the start. */
  severity: Severity;
  /** By how many points the severity changes until the end. */
  drift: number;
  /** Standard deviation of a sub-score in points. */
  spread: number;
  /** Minutes for a reading. */
  minutes: number;
  /** Times at which they sit down to review, in days, ascending. */
  sessions: number[];
  /** Declared absences. */
  holidays: Span[];
  /** Unannounced absences. */
  outages: Span[];
  /** Times in which they do half as much. */
  slow: Span;
}

/** Standard deviations of the world in points. Reviewers differ more than a reviewer varies. */
const SEVERITY = 7;
const SEVERITY_OF_PART = 2;
const SPREAD = { mean: 5, deviation: 1 };
const QUALITY = { mean: 68, deviation: 12, ofPart: 4 };
/** The share of reviewers whose severity changes, and by how much in a year. */
const DRIFTING = { share: 0.15, points: 5 };

/** The share of sessions that a reviewer skips. */
const SKIPPED = 0.1;
/** Mean number of readings in a session, if so many wait. */
export const READINGS_PER_SESSION = 1.7;
const HOLIDAYS = { perYear: 2, days: 9 };
/** The share of the time in which a reviewer does half as much. */
const SLOW_SHARE = 0.08;
const OUTAGE_DAYS = 4;
const WAVE = { days: 3, times: 2.5 };

export function makePerson(random: Random, { days, outages }: Options): Person {
  const severity = random.normal(0, SEVERITY);
  const part = () => severity + random.normal(0, SEVERITY_OF_PART);
  const isDrifting = random.uniform() < DRIFTING.share;
  const holidays = Array.from({ length: Math.round((HOLIDAYS.perYear * days) / 365) }, () => {
    const from = Math.floor(random.uniform() * days);
    return { from, to: from + HOLIDAYS.days };
  });
  const slowFrom = random.uniform() * days;
  return {
    severity: { storytelling: part(), execution: part(), thumbnailArt: part() },
    drift: isDrifting ? (random.uniform() < 0.5 ? -1 : 1) * DRIFTING.points * (days / 365) : 0,
    spread: Math.max(2, random.normal(SPREAD.mean, SPREAD.deviation)),
    minutes: Math.max(4, random.normal(7, 1.5)),
    sessions: makeSessions(random, days),
    holidays,
    outages: makeOutages(random, days, outages),
    slow: { from: slowFrom, to: slowFrom + days * SLOW_SHARE },
  };
}

/** Twice a day at the reviewer's own hours, some hours apart, an hour earlier or later; now and then not at all. */
function makeSessions(random: Random, days: number): number[] {
  const first = random.uniform();
  const second = first + (8 + 6 * random.uniform()) / 24;
  const sessions = Array.from({ length: days }, (_, day) => [first, second].map((hour) => day + hour)).flat();
  return sessions
    .filter(() => random.uniform() >= SKIPPED)
    .map((at) => at + random.normal(0, 1 / 24))
    .filter((at) => at >= 0)
    .toSorted((one, other) => one - other);
}

/** Spans of presence and absence in turn, whose lengths are exponential. */
function makeOutages(random: Random, days: number, share: number): Span[] {
  if (share === 0) return [];
  const present = (OUTAGE_DAYS * (1 - share)) / share;
  const spans: Span[] = [];
  for (let day = random.exponential(present); day < days; day += random.exponential(present)) {
    const to = day + random.exponential(OUTAGE_DAYS);
    spans.push({ from: day, to });
    day = to;
  }
  return spans;
}

export const isIn = (spans: readonly Span[], day: number): boolean =>
  spans.some(({ from, to }) => from <= day && day < to);

/**
 * The severity of a reviewer at a time.
 * @param share the time as a share of the whole simulation
 */
export function severityAt({ severity, drift }: Person, share: number): Severity {
  const of = (name: keyof Severity) => severity[name] + drift * share;
  return { storytelling: of('storytelling'), execution: of('execution'), thumbnailArt: of('thumbnailArt') };
}

/** How good a song is, exactly. */
export function makeQuality(random: Random): Scores {
  const whole = random.normal(QUALITY.mean, QUALITY.deviation);
  const part = () => Math.min(100, Math.max(0, whole + random.normal(0, QUALITY.ofPart)));
  return { storytelling: part(), execution: part(), thumbnailArt: part() };
}

/** The scores of a song by a reviewer, at a time as a share of the whole simulation. */
export function scoresBy(random: Random, person: Person, quality: Scores, share: number): Scores {
  const severity = severityAt(person, share);
  const scores: Scores = { storytelling: 0, execution: 0, thumbnailArt: 0 };
  for (const name of SUB_SCORES) {
    const exact = quality[name] - severity[name] + random.normal(0, person.spread);
    scores[name] = Math.min(100, Math.max(0, Math.round(exact)));
  }
  return scores;
}

/** The times of all submissions in days, ascending, with waves at random times. */
export function makeSubmissions(random: Random, { days, submissionsPerDay, waves }: Options): number[] {
  const starts = Array.from({ length: waves }, () => random.uniform() * Math.max(0, days - WAVE.days));
  const times: number[] = [];
  for (let day = 0; day < days; day++) {
    const isWave = starts.some((start) => start <= day && day < start + WAVE.days);
    const count = random.poisson(submissionsPerDay * (isWave ? WAVE.times : 1));
    for (let n = 0; n < count; n++) times.push(day + random.uniform());
  }
  return times.toSorted((one, other) => one - other);
}

/** How many readings the reviewers could give in all this time. */
export const capacityOf = (people: readonly Person[], days: number): number =>
  people.reduce((sum, { sessions, outages, holidays, slow }) => {
    const useful = sessions.filter((day) => day < days && !isIn(outages, day) && !isIn(holidays, day));
    const slowly = useful.filter((day) => isIn([slow], day)).length;
    return sum + (useful.length - slowly / 2) * READINGS_PER_SESSION;
  }, 0);
