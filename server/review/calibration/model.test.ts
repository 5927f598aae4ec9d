import { describe, expect, it } from 'vitest';
import { type Readings, fit } from './model.ts';

interface World {
  seed?: number;
  reviewers?: number;
  items?: number;
  /** Standard deviations. */
  itemSd?: number;
  severitySd?: number;
  errorSd?: number;
  /** Whether an item gets a second reading, given the first score. */
  isTwice?: (score: number, random: () => number) => boolean;
  /** The severity of a reviewer at an item, in addition to the own one. */
  drift?: (reviewer: number, share: number) => number;
  halfLife?: number;
}

/** Numbers from 0 to below 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Readings of a world whose truth is known. */
function simulate({
  seed = 1,
  reviewers = 40,
  items = 4000,
  itemSd = 12,
  severitySd = 6,
  errorSd = 4,
  isTwice = (_score, random) => random() < 0.05,
  drift = () => 0,
  halfLife = Infinity,
}: World): Readings & { truth: number[] } {
  const random = numbers(seed);
  const normal = (sd: number) => sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const truth = Array.from({ length: reviewers }, () => normal(severitySd));
  const rows: { reviewer: number; item: number; score: number }[] = [];
  for (let item = 0; item < items; item++) {
    const quality = 65 + normal(itemSd);
    const read = (but: number): number => {
      let reviewer = but;
      while (reviewer === but) reviewer = Math.floor(random() * reviewers);
      const score = quality - truth[reviewer]! - drift(reviewer, item / items) + normal(errorSd);
      rows.push({ reviewer, item, score });
      return reviewer;
    };
    const first = read(-1);
    if (isTwice(rows.at(-1)!.score, random)) read(first);
  }
  return {
    reviewers,
    items,
    truth,
    reviewer: Int32Array.from(rows, ({ reviewer }) => reviewer),
    item: Int32Array.from(rows, ({ item }) => item),
    score: Float64Array.from(rows, ({ score }) => score),
    weight: Float64Array.from({ length: items }, (_, item) => 0.5 ** ((items - item) / halfLife)),
  };
}

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, one) => sum + one, 0) / values.length;

function correlation(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [a, b] = [mean(one), mean(other)];
  const product = (x: ArrayLike<number>, xMean: number, y: ArrayLike<number>, yMean: number) =>
    Array.from(x).reduce((sum, value, index) => sum + (value - xMean) * (y[index]! - yMean), 0);
  return product(one, a, other, b) / Math.sqrt(product(one, a, one, a) * product(other, b, other, b));
}

/** Readings from the tuples of reviewer, item and score. */
const readingsOf = (rows: readonly (readonly [number, number, number])[], reviewers: number): Readings => {
  const items = Math.max(-1, ...rows.map(([, item]) => item)) + 1;
  return {
    reviewers,
    items,
    reviewer: Int32Array.from(rows, ([reviewer]) => reviewer),
    item: Int32Array.from(rows, ([, item]) => item),
    score: Float64Array.from(rows, ([, , score]) => score),
    weight: new Float64Array(items).fill(1),
  };
};

describe('the estimate of severity', () => {
  it.each([1, 2, 3])('finds severities and standard deviations from few second readings (seed %i)', async (seed) => {
    const readings = simulate({ seed });
    const found = await fit(readings);
    expect(correlation(found.severity, readings.truth)).toBeGreaterThan(0.95);
    expect(Math.abs(Math.sqrt(found.itemVariance) - 12)).toBeLessThan(0.6);
    expect(Math.abs(Math.sqrt(found.severityVariance) - 6)).toBeLessThan(1.8);
    expect(Math.abs(Math.sqrt(found.errorVariance) - 4)).toBeLessThan(0.5);
  });

  it('knows how exact it is: nearly all true severities are within three standard errors', async () => {
    const readings = simulate({ reviewers: 200, items: 12_000 });
    const { severity, uncertainty } = await fit(readings);
    const centre = mean(readings.truth);
    const far = readings.truth.filter(
      (true_, index) => Math.abs(true_ - centre - severity[index]!) > 3 * Math.sqrt(uncertainty[index]!),
    );
    expect(far.length).toBeLessThan(5);
  });

  it('is not misled by second readings that were chosen because the first one was near a border', async () => {
    const isTwice = (score: number) => [60, 70, 85, 90].some((border) => Math.abs(score - border) < 2);
    const readings = simulate({ isTwice });
    const found = await fit(readings);
    expect(correlation(found.severity, readings.truth)).toBeGreaterThan(0.95);
    expect(Math.abs(Math.sqrt(found.errorVariance) - 4)).toBeLessThan(0.4);
    const slope =
      mean(Array.from(found.severity, (one, index) => one * readings.truth[index]!)) /
      mean(found.severity.map((one) => one ** 2));
    expect(Math.abs(slope - 1)).toBeLessThan(0.1);
  });

  it('is near 0 for a reviewer with two readings, however low they are', async () => {
    const readings = simulate({});
    const rows = Array.from(readings.score, (score, n) => [readings.reviewer[n]!, readings.item[n]!, score] as const);
    const { items } = readings;
    const found = await fit(readingsOf([...rows, [40, items, 30], [40, items + 1, 30]], 41));
    expect(found.severity[40]).toBeGreaterThan(3);
    expect(found.severity[40]).toBeLessThan(17);
    expect(found.uncertainty[40]).toBeGreaterThan(10 * found.uncertainty[0]!);
  });

  it('follows a reviewer who became more severe, if older readings count less', async () => {
    const drift = (reviewer: number, share: number) => (reviewer === 0 && share > 0.6 ? 10 : 0);
    const of = async (halfLife: number) => {
      const readings = simulate({ items: 8000, drift, halfLife });
      return (await fit(readings)).severity[0]! - (readings.truth[0]! - mean(readings.truth) + 10);
    };
    expect(Math.abs(await of(800))).toBeLessThan(3);
    expect(await of(Infinity)).toBeLessThan(-4);
  });

  it('finds whose scores vary more than those of others', async () => {
    const readings = simulate({ items: 8000, isTwice: () => true });
    const random = numbers(9);
    for (let n = 0; n < readings.score.length; n++)
      if (readings.reviewer[n] === 7) readings.score[n]! += random() < 0.5 ? -9 : 9;
    const { spread } = await fit(readings);
    expect(spread.indexOf(Math.max(...spread))).toBe(7);
    expect(Math.sqrt(spread[7]!)).toBeGreaterThan(7);
  });

  it('only changes its mean if all scores are higher', async () => {
    const readings = simulate({ items: 1000 });
    const before = await fit(readings);
    const after = await fit({ ...readings, score: readings.score.map((one) => one + 10) });
    expect(after.mean - before.mean).toBeCloseTo(10, 6);
    expect(after.severity[3]).toBeCloseTo(before.severity[3]!, 6);
  });

  it('is the same in any order of the readings', async () => {
    const readings = simulate({ items: 500 });
    const backwards = {
      ...readings,
      reviewer: readings.reviewer.toReversed(),
      item: readings.item.toReversed(),
      score: readings.score.toReversed(),
    };
    const [one, other] = [await fit(readings), await fit(backwards)];
    for (let n = 0; n < readings.reviewers; n++) expect(one.severity[n]).toBeCloseTo(other.severity[n]!, 8);
  });

  it.each<[string, Readings]>([
    ['no readings', readingsOf([], 0)],
    ['one reading', readingsOf([[0, 0, 70]], 1)],
    [
      'one reviewer',
      readingsOf(
        Array.from({ length: 60 }, (_, n) => [0, n, 50 + n / 2] as const),
        1,
      ),
    ],
    [
      'equal scores',
      readingsOf(
        Array.from({ length: 60 }, (_, n) => [n % 3, n, 70] as const),
        3,
      ),
    ],
    [
      'equal scores in pairs',
      readingsOf(
        Array.from({ length: 60 }, (_, n) => [n % 3, n >> 1, 70] as const),
        3,
      ),
    ],
    [
      'the extremes',
      readingsOf(
        Array.from({ length: 60 }, (_, n) => [n % 3, n >> 1, n % 2 === 0 ? 0 : 100] as const),
        3,
      ),
    ],
  ])('has finite numbers for %s', async (_what, readings) => {
    const found = await fit(readings);
    const all = [
      found.itemVariance,
      found.severityVariance,
      found.errorVariance,
      ...found.severity,
      ...found.uncertainty,
      ...found.spread,
    ];
    expect(all.filter((one) => !Number.isFinite(one))).toEqual([]);
    for (const variance of [...found.uncertainty, ...found.spread]) expect(variance).toBeGreaterThan(0);
  });
});
