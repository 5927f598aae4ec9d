/** Readings as columns: reading `n` is of item `item[n]` by reviewer `reviewer[n]`. */
export interface Readings {
  reviewers: number;
  items: number;
  reviewer: Int32Array;
  item: Int32Array;
  /** Points. */
  score: Float64Array;
  /** How much each item counts, from 0 to 1; older ones count less. */
  weight: Float64Array;
}

export interface Fit {
  mean: number;
  /** Variances in squared points. */
  itemVariance: number;
  severityVariance: number;
  errorVariance: number;
  /** For each reviewer: how many points lower than others they score. The mean of all reviewers is 0. */
  severity: Float64Array;
  /** The variance of that estimate. */
  uncertainty: Float64Array;
  /** The variance of a reviewer's scores around what they would be on average. */
  spread: Float64Array;
  /** Number of readings of each reviewer. */
  readings: Int32Array;
  /** Number of items with two readings or more. */
  pairs: number;
}

/**
 * What is assumed before there are data, and as how many observations it counts: reviewers for the severity, pairs of
 * readings for the error, and pairs of one reviewer for that reviewer's own spread.
 */
const PRIOR = {
  severity: { variance: 25, reviewers: 4 },
  error: { variance: 25, pairs: 20 },
  spread: { pairs: 20 },
};

/** Variances are estimated so many times at most, each time with this many sweeps over the severities. */
const ROUNDS = 30;
const SWEEPS = 4;
/** A round that changes no standard deviation by more than this share is the last one. */
const ENOUGH = 1e-3;

/**
 * Fits the additive model of random effects score = mean + item − severity + error, in which items, severities and errors
 * are independent and normal (N. T. Longford, Reliability of Essay Rating and Score Adjustment, Journal of Educational
 * and Behavioral Statistics 19 (1994), doi 10.3102/10769986019003171). Reviewers are drawn by lot, so single readings
 * inform about severity, too: items are alike for all reviewers on average.
 *
 * With the variances given, the severities are best linear unbiased predictions. The items are absorbed: for one with n
 * readings, the scores have the precision matrix V⁻¹ = (I − J σ²item / (σ²error + n σ²item)) / σ²error, times its
 * weight, where J is all ones. The equations are solved by Jacobi’s iteration, which converges fast because most items have
 * one reading. Then the variances are estimated again: σ²error
 * from the differences within pairs, σ²severity from the predictions and their uncertainty (the EM step), and σ²item
 * from what is left of the variance of all scores.
 * @param pause awaited between rounds, so that other work of the process goes on
 */
export async function fit(readings: Readings, pause: () => Promise<void> = () => Promise.resolve()): Promise<Fit> {
  const groups = groupByItem(readings);
  const state = start(readings);
  for (let round = 0; round < ROUNDS; round++) {
    for (let sweep = 0; sweep < SWEEPS; sweep++) predict(readings, groups, state);
    const before = [state.itemVariance, state.severityVariance, state.errorVariance];
    estimate(readings, groups, state);
    const after = [state.itemVariance, state.severityVariance, state.errorVariance];
    if (after.every((variance, index) => Math.abs(Math.sqrt(variance / before[index]!) - 1) < ENOUGH)) break;
    await pause();
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) predict(readings, groups, state);
  return { ...state, spread: spreads(readings, groups, state), pairs: countPairs(readings, groups) };
}

/** The readings of each item: those of item i are order[first[i]] up to order[first[i + 1]]. */
interface Groups {
  first: Int32Array;
  order: Int32Array;
}

function groupByItem({ items, item }: Readings): Groups {
  const first = new Int32Array(items + 1);
  for (const one of item) first[one + 1]! += 1;
  for (let one = 0; one < items; one++) first[one + 1]! += first[one]!;
  const next = first.slice();
  const order = new Int32Array(item.length);
  for (let n = 0; n < item.length; n++) order[next[item[n]!]!++] = n;
  return { first, order };
}

type State = Omit<Fit, 'spread' | 'pairs'>;

function start({ reviewers, reviewer, score }: Readings): State {
  const count = Math.max(1, score.length);
  const mean = score.reduce((sum, one) => sum + one, 0) / count;
  const variance = score.reduce((sum, one) => sum + (one - mean) ** 2, 0) / count;
  const readings = new Int32Array(reviewers);
  for (const one of reviewer) readings[one]! += 1;
  return {
    mean,
    itemVariance: Math.max(1, variance - PRIOR.severity.variance - PRIOR.error.variance),
    severityVariance: PRIOR.severity.variance,
    errorVariance: PRIOR.error.variance,
    severity: new Float64Array(reviewers),
    uncertainty: new Float64Array(reviewers).fill(PRIOR.severity.variance),
    readings,
  };
}

/** The diagonal of V⁻¹, and its other elements. */
function precision({ itemVariance, errorVariance }: State, count: number): [diagonal: number, other: number] {
  const other = -itemVariance / (errorVariance + count * itemVariance) / errorVariance;
  return [1 / errorVariance + other, other];
}

/** Predicts all severities once, from each other's present values, and the mean. */
function predict({ reviewers, reviewer, score, weight }: Readings, { first, order }: Groups, state: State): void {
  const { severity } = state;
  const pull = new Float64Array(reviewers);
  const information = new Float64Array(reviewers);
  let [sum, total] = [0, 0];
  for (let item = 0; item + 1 < first.length; item++) {
    const [from, to] = [first[item]!, first[item + 1]!];
    const [diagonal, other] = precision(state, to - from);
    const counts = weight[item]!;
    let corrected = 0;
    for (let place = from; place < to; place++) {
      const n = order[place]!;
      corrected += score[n]! + severity[reviewer[n]!]! - state.mean;
    }
    const whole = counts * (diagonal + (to - from - 1) * other);
    sum += whole * corrected;
    total += whole * (to - from);
    for (let place = from; place < to; place++) {
      const n = order[place]!;
      const one = reviewer[n]!;
      const own = score[n]! - state.mean;
      pull[one]! -= counts * (diagonal * own + other * (corrected - own - severity[one]!));
      information[one]! += counts * diagonal;
    }
  }
  for (let one = 0; one < reviewers; one++) {
    const all = information[one]! + 1 / state.severityVariance;
    severity[one] = pull[one]! / all;
    state.uncertainty[one] = 1 / all;
  }
  if (total > 0) state.mean += sum / total;
  // The mean of the severities and the mean of all scores can't be told apart, and would find each other only slowly.
  const centre = severity.reduce((all, one) => all + one, 0) / Math.max(1, reviewers);
  for (let one = 0; one < reviewers; one++) severity[one]! -= centre;
  state.mean -= centre;
}

/** Estimates the variances again from the predicted severities. */
function estimate(readings: Readings, groups: Groups, state: State): void {
  const { score, reviewer } = readings;
  const { severity, uncertainty, mean } = state;
  let [squares, pairs] = [PRIOR.error.pairs * PRIOR.error.variance, PRIOR.error.pairs];
  forEachPair(readings, groups, (one, other) => {
    const difference = corrected(readings, state, one) - corrected(readings, state, other);
    squares += Math.max(0, difference ** 2 - uncertainty[reviewer[one]!]! - uncertainty[reviewer[other]!]!) / 2;
    pairs += 1;
  });
  state.errorVariance = Math.max(1, squares / pairs);
  const { variance, reviewers } = PRIOR.severity;
  const severities = severity.reduce((sum, one, index) => sum + one ** 2 + uncertainty[index]!, 0);
  state.severityVariance = Math.max(0.25, (severities + reviewers * variance) / (severity.length + reviewers));
  const all = score.reduce((sum, one, n) => sum + (one + severity[reviewer[n]!]! - mean) ** 2, 0);
  state.itemVariance = Math.max(1, all / Math.max(1, score.length) - state.errorVariance);
}

const corrected = ({ score, reviewer }: Readings, { severity }: State, n: number): number =>
  score[n]! + severity[reviewer[n]!]!;

/** Calls back with neighbouring readings of the items that have more than one. */
function forEachPair(
  { items }: Readings,
  { first, order }: Groups,
  callback: (one: number, other: number) => void,
): void {
  for (let item = 0; item < items; item++)
    for (let place = first[item]! + 1; place < first[item + 1]!; place++) callback(order[place - 1]!, order[place]!);
}

function countPairs({ items }: Readings, { first }: Groups): number {
  let pairs = 0;
  for (let item = 0; item < items; item++) if (first[item + 1]! - first[item]! > 1) pairs += 1;
  return pairs;
}

/** The error variance of each reviewer, from the pairs with others, shrunk to that of all reviewers. */
function spreads(readings: Readings, groups: Groups, state: State): Float64Array {
  const { errorVariance, uncertainty } = state;
  const sums = new Float64Array(readings.reviewers).fill(PRIOR.spread.pairs * errorVariance);
  const counts = new Float64Array(readings.reviewers).fill(PRIOR.spread.pairs);
  forEachPair(readings, groups, (one, other) => {
    const [a, b] = [readings.reviewer[one]!, readings.reviewer[other]!];
    const square = (corrected(readings, state, one) - corrected(readings, state, other)) ** 2;
    for (const reviewer of [a, b]) {
      sums[reviewer]! += square - uncertainty[a]! - uncertainty[b]! - errorVariance;
      counts[reviewer]! += 1;
    }
  });
  return sums.map((sum, reviewer) => Math.max(errorVariance / 4, sum / counts[reviewer]!));
}
