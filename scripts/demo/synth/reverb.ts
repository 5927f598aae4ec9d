import { SAMPLE_RATE, type Stereo, silence } from './voices.ts';

/** Primes, so that the echoes do not fall together (1,559 to 4,327 samples: 35 to 98 ms). */
const LENGTHS = [1559, 1931, 2243, 2593, 2999, 3413, 3821, 4327];

/**
 * A room: eight delay lines fed back through a Hadamard matrix (J.-M. Jot, "Digital delay networks for designing
 * artificial reverberators", 1991), duller at every turn.
 *
 * @param seconds until the sound is 60 dB down
 */
export function reverb(input: Stereo, seconds: number): Stereo {
  const out = silence(input.left.length);
  const lines = LENGTHS.map((length) => new Float32Array(length));
  const places = new Int32Array(8);
  const dull = new Float64Array(8);
  const gains = LENGTHS.map((length) => 10 ** ((-3 * length) / (seconds * SAMPLE_RATE)));
  const v = new Float64Array(8);
  for (let i = 0; i < input.left.length; i++) {
    for (let n = 0; n < 8; n++) {
      dull[n]! += (lines[n]![places[n]!]! - dull[n]!) * 0.62;
      v[n] = dull[n]! * gains[n]!;
    }
    out.left[i] = v[0]! - v[2]! + v[4]! - v[6]!;
    out.right[i] = v[1]! - v[3]! + v[5]! - v[7]!;
    for (let span = 1; span < 8; span *= 2) {
      for (let n = 0; n < 8; n++) {
        if (n & span) continue;
        const a = v[n]!;
        const b = v[n + span]!;
        v[n] = a + b;
        v[n + span] = a - b;
      }
    }
    for (let n = 0; n < 8; n++) {
      const fed = (n % 2 ? input.right[i]! : input.left[i]!) * 0.35;
      lines[n]![places[n]!] = v[n]! * 0.35355339 + fed;
      places[n] = places[n]! + 1 === lines[n]!.length ? 0 : places[n]! + 1;
    }
  }
  return out;
}
