// True peak: the sound between the samples, found by fourfold oversampling (ITU-R BS.1770-4, annex 2).

const PHASES = 4;
const TAPS = 24;

/** Zeroth-order modified Bessel function of the first kind, by its power series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Taps of the phases between two samples: a sinc in a Kaiser window (beta 7), each summing to one. */
function interpolators(): Float64Array[] {
  return Array.from({ length: PHASES - 1 }, (_, phase) => {
    const shift = (phase + 1) / PHASES;
    const taps = Float64Array.from({ length: TAPS }, (__, tap) => {
      const x = tap - (TAPS / 2 - 1) - shift;
      const edge = x / (TAPS / 2);
      const window = Math.abs(edge) >= 1 ? 0 : bessel(7 * Math.sqrt(1 - edge * edge)) / bessel(7);
      return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}

const [QUARTER, HALF, THREE_QUARTERS] = interpolators() as [Float64Array, Float64Array, Float64Array];

/**
 * Between two samples that are both below this share of the peak so far, the sound cannot be higher, except in tones
 * close to half the sample rate, which are soon revealed by their beating.
 */
const WORTH_LOOKING = 0.6;

/** Finds the true peak of one channel, chunk by chunk. */
export class TruePeakMeter {
  /** The last samples of the previous chunk, then the current chunk. */
  #window = new Float32Array(0);
  #peak = 0;

  /** Adds the first `length` samples. */
  add(samples: Float32Array, length: number): void {
    const before = TAPS - 1;
    if (this.#window.length < before + length) {
      const grown = new Float32Array(before + length);
      grown.set(this.#window.subarray(0, before));
      this.#window = grown;
    }
    const window = this.#window;
    window.set(samples.subarray(0, length), before);
    this.#look(window, length);
    window.copyWithin(0, length, length + before);
  }

  #look(window: Float32Array, length: number): void {
    const centre = TAPS / 2 - 1;
    let peak = this.#peak;
    let previous = Math.abs(window[centre] as number);
    for (let at = 0; at < length; at += 1) {
      const next = Math.abs(window[at + centre + 1] as number);
      const worth = peak * WORTH_LOOKING;
      if (previous > worth || next > worth) {
        let [a, b, c] = [0, 0, 0];
        for (let tap = 0; tap < TAPS; tap += 1) {
          const x = window[at + tap] as number;
          a += x * (QUARTER[tap] as number);
          b += x * (HALF[tap] as number);
          c += x * (THREE_QUARTERS[tap] as number);
        }
        peak = Math.max(peak, previous, next, Math.abs(a), Math.abs(b), Math.abs(c));
      }
      previous = next;
    }
    this.#peak = peak;
  }

  /** The peak, linear; 1 is full scale. Call it once, at the end, because it lets the last samples ring out. */
  result(): number {
    this.add(new Float32Array(TAPS), TAPS);
    return this.#peak;
  }
}
