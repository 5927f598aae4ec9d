import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import {
  type Options,
  capacityOf,
  isIn,
  makePerson,
  makeQuality,
  makeSubmissions,
  scoresBy,
  severityAt,
} from './world.ts';

const OPTIONS: Options = { days: 365, reviewers: 40, submissionsPerDay: 60, seed: 1, outages: 0.1, waves: 3 };
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('the simulated world', () => {
  it('is the same for the same seed, and another one for another', () => {
    const of = (seed: number) => makePerson(seededRandom(seed), OPTIONS);
    expect(of(3)).toEqual(of(3));
    expect(of(3)).not.toEqual(of(4));
  });

  it('has unannounced absences for the given share of the time', () => {
    const random = seededRandom(5);
    const people = Array.from({ length: 200 }, () => makePerson(random, OPTIONS));
    const away = people.map(({ outages }) => mean(Array.from({ length: 365 }, (_, day) => Number(isIn(outages, day)))));
    expect(mean(away)).toBeGreaterThan(0.08);
    expect(mean(away)).toBeLessThan(0.12);
    expect(makePerson(random, { ...OPTIONS, outages: 0 }).outages).toEqual([]);
  });

  it('has as many submissions a day as given, and more in waves', () => {
    const without = makeSubmissions(seededRandom(2), { ...OPTIONS, waves: 0 });
    expect(without.length / 365).toBeGreaterThan(58.5);
    expect(without.length / 365).toBeLessThan(61.5);
    expect(makeSubmissions(seededRandom(2), { ...OPTIONS, waves: 10 }).length).toBeGreaterThan(without.length * 1.1);
    expect(without).toEqual(without.toSorted((one, other) => one - other));
  });

  it('has reviewers who score lower by their severity, and drift', () => {
    const random = seededRandom(8);
    const person = {
      ...makePerson(random, OPTIONS),
      severity: { storytelling: 6, execution: 6, thumbnailArt: 6 },
      drift: -4,
      spread: 5,
    };
    const quality = { storytelling: 60, execution: 60, thumbnailArt: 60 };
    const at = (share: number) =>
      mean(Array.from({ length: 4000 }, () => scoresBy(random, person, quality, share).execution));
    expect(at(0)).toBeCloseTo(54, 0);
    expect(at(1)).toBeCloseTo(58, 0);
    expect(severityAt(person, 0.5).storytelling).toBe(4);
  });

  it('has songs and scores from 0 to 100', () => {
    const random = seededRandom(9);
    for (let n = 0; n < 3000; n++) {
      const quality = makeQuality(random);
      const scores = scoresBy(random, makePerson(random, { ...OPTIONS, days: 2 }), quality, 0.5);
      for (const value of [...Object.values(quality), ...Object.values(scores)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
      }
    }
  });

  it('counts the readings that reviewers could give', () => {
    const random = seededRandom(11);
    const people = Array.from({ length: 40 }, () => makePerson(random, OPTIONS));
    const perDay = capacityOf(people, 365) / 365;
    expect(perDay).toBeGreaterThan(95);
    expect(perDay).toBeLessThan(115);
  });
});
