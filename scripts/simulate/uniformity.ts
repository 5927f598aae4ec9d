/** Draws whose eligible reviewers are known. */
export interface Uniformity {
  /** Adds a draw by the indexes of the eligible reviewers and the drawn one. */
  add: (eligible: readonly number[], drawn: number) => void;
  draws: () => number;
  /** The probability of draws that are at least as uneven, if all eligible reviewers are equally likely. */
  pValue: () => number;
}

/**
 * Pearson's chi-square test that each draw is uniform among its eligible reviewers. With eligible sets that differ
 * between draws, the counts have the covariance V = Σ (diag(p) − p pᵀ), and dᵀ V⁻ d for their differences d from the
 * expected counts is chi-square with one degree of freedom less than reviewers (the score test; see Agresti, Categorical
 * Data Analysis, 3rd ed., section 1.5.2, for the case of equal sets).
 */
export function testUniformity(reviewers: number): Uniformity {
  const difference = new Float64Array(reviewers);
  const covariance = Array.from({ length: reviewers }, () => new Float64Array(reviewers));
  let draws = 0;
  return {
    add(eligible, drawn) {
      const chance = 1 / eligible.length;
      for (const one of eligible) {
        difference[one]! += (one === drawn ? 1 : 0) - chance;
        covariance[one]![one]! += chance;
        for (const other of eligible) covariance[one]![other]! -= chance * chance;
      }
      draws += 1;
    },
    draws: () => draws,
    pValue() {
      const size = reviewers - 1;
      if (draws === 0 || size < 1) return 1;
      // The last reviewer's count follows from the others.
      const matrix = covariance.slice(0, size).map((row) => Array.from(row.slice(0, size)));
      const vector = Array.from(difference.slice(0, size));
      const solved = solve(matrix, vector);
      const statistic = vector.reduce((sum, value, index) => sum + value * solved[index]!, 0);
      return upperChiSquare(statistic, size);
    },
  };
}

/** Solves a symmetric positive definite system by elimination. */
function solve(matrix: readonly number[][], vector: readonly number[]): number[] {
  const size = vector.length;
  const rows = matrix.map((row, index) => [...row, vector[index]!]);
  for (let pivot = 0; pivot < size; pivot++) {
    const head = rows[pivot]!;
    if (Math.abs(head[pivot]!) < 1e-9) throw new Error('A reviewer was never eligible, so there is no test.');
    for (let below = pivot + 1; below < size; below++) {
      const row = rows[below]!;
      const factor = row[pivot]! / head[pivot]!;
      for (let column = pivot; column <= size; column++) row[column]! -= factor * head[column]!;
    }
  }
  const solution = Array.from({ length: size }, () => 0);
  for (let index = size - 1; index >= 0; index--) {
    const row = rows[index]!;
    let value = row[size]!;
    for (let column = index + 1; column < size; column++) value -= row[column]! * solution[column]!;
    solution[index] = value / row[index]!;
  }
  return solution;
}

/**
 * The probability that a chi-square variable with these degrees of freedom is at least `value`: the regularized upper
 * incomplete gamma function Q(degrees / 2, value / 2), by its series below the mean and by its continued fraction above
 * (https://dlmf.nist.gov/8.11.E4 and https://dlmf.nist.gov/8.9.E2).
 */
export function upperChiSquare(value: number, degrees: number): number {
  const [a, x] = [degrees / 2, value / 2];
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-14; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  // The method of Lentz for continued fractions.
  let b = x + 1 - a;
  let [c, d] = [1e300, 1 / b];
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return front * fraction;
}

/** ln Γ(x) for x > 0 by Stirling's series, after x was raised above 10 (https://dlmf.nist.gov/5.11.E1). */
function logGamma(x: number): number {
  let [raised, correction] = [x, 0];
  while (raised < 10) {
    correction -= Math.log(raised);
    raised += 1;
  }
  const square = raised * raised;
  const series = (1 / 12 - (1 / 360 - 1 / (1260 * square)) / square) / raised;
  return (raised - 0.5) * Math.log(raised) - raised + Math.log(2 * Math.PI) / 2 + series + correction;
}
