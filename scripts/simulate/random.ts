import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that are the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  uniform: () => number;
  /** From 0 to below `end`, a whole number. */
  below: (end: number) => number;
  /** Of the normal distribution with this mean and standard deviation. */
  normal: (mean: number, deviation: number) => number;
  /** Of the Poisson distribution with this mean. */
  poisson: (mean: number) => number;
  /** Of the exponential distribution with this mean. */
  exponential: (mean: number) => number;
}

export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const uniform = () => uniformFloat64(generator);
  const exponential = (mean: number) => -mean * Math.log(1 - uniform());
  return {
    uniform,
    below: (end) => Math.floor(uniform() * end),
    // The method of Box and Muller: https://doi.org/10.1214/aoms/1177706645
    normal: (mean, deviation) => mean + deviation * Math.sqrt(exponential(2)) * Math.cos(2 * Math.PI * uniform()),
    // Counts arrivals whose distances are exponential.
    poisson: (mean) => {
      let count = 0;
      for (let time = exponential(1); time < mean; time += exponential(1)) count += 1;
      return count;
    },
    exponential,
  };
}
