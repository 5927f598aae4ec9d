// Loudness after ITU-R BS.1770-4 (K weighting, gates) and EBU Tech 3342 (loudness range).

interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * The two filters of K weighting for any sample rate (Hz). BS.1770 prints coefficients for 48 kHz only; these analogue
 * parameters give the same (B. De Man, "Evaluation of Implementations of the EBU R128 Loudness Measurement", AES 2018).
 */
function kWeighting(rate: number): [Biquad, Biquad] {
  const shelf = ((): Biquad => {
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const q = 0.7071752369554196;
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return {
      b0: (high + (band * k) / q + k * k) / a0,
      b1: (2 * (k * k - high)) / a0,
      b2: (high - (band * k) / q + k * k) / a0,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
    };
  })();
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [shelf, { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }];
}

const OFFSET = -0.691;
const toLufs = (power: number): number => OFFSET + 10 * Math.log10(power);
const toPower = (lufs: number): number => 10 ** ((lufs - OFFSET) / 10);

const ABSOLUTE_GATE = -70;
const HOPS_OF_BLOCK = 4;
const HOPS_OF_SHORT_TERM = 30;

/** The powers of all windows of `size` hops; one window begins at each hop. */
function windows(hops: readonly number[], size: number): number[] {
  const powers: number[] = [];
  let sum = 0;
  hops.forEach((power, at) => {
    sum += power;
    if (at >= size) sum -= hops[at - size] ?? 0;
    // A sum of differences drifts below zero on digital silence.
    if (at >= size - 1) powers.push(Math.max(0, sum / size));
  });
  return powers;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The powers that pass the absolute gate, and then a gate this many LU below their own mean. */
function gated(powers: readonly number[], below: number): number[] {
  const audible = powers.filter((power) => power > toPower(ABSOLUTE_GATE));
  if (audible.length === 0) return [];
  const gate = mean(audible) * 10 ** (-below / 10);
  return audible.filter((power) => power > gate);
}

/** LUFS from the powers of 100 ms hops; null when nothing is loud enough to be measured. */
function integrated(hops: readonly number[]): number | null {
  const blocks = gated(windows(hops, HOPS_OF_BLOCK), 10);
  return blocks.length === 0 ? null : toLufs(mean(blocks));
}

/** LU between the 10th and the 95th percentile of the short-term loudness; null under three seconds of sound. */
function range(hops: readonly number[]): number | null {
  const short = gated(windows(hops, HOPS_OF_SHORT_TERM), 20).sort((a, b) => a - b);
  const at = (share: number): number | undefined => short[Math.round(share * (short.length - 1))];
  const [low, high] = [at(0.1), at(0.95)];
  return low === undefined || high === undefined ? null : toLufs(high) - toLufs(low);
}

/** The filters of one channel, and the energy of its filtered samples. */
class Channel {
  readonly #shelf: Biquad;
  readonly #pass: Biquad;
  #s1 = 0;
  #s2 = 0;
  #p1 = 0;
  #p2 = 0;
  constructor(rate: number) {
    [this.#shelf, this.#pass] = kWeighting(rate);
  }
  /** Sum of squares of the weighted samples from `from` to before `to`. */
  energy(samples: Float32Array, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#pass;
    let [s1, s2, p1, p2, sum] = [this.#s1, this.#s2, this.#p1, this.#p2, 0];
    for (let at = from; at < to; at += 1) {
      const x = samples[at] as number;
      // Transposed direct form II; the second filter's numerator is 1, -2, 1.
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + p1;
      p1 = -2 * y - c1 * z + p2;
      p2 = y - c2 * z;
      sum += z * z;
    }
    // After a fade, numbers become denormal, and an operation on them takes a hundred times as long.
    const tiny = (value: number): number => (Math.abs(value) < 1e-30 ? 0 : value);
    [this.#s1, this.#s2, this.#p1, this.#p2] = [tiny(s1), tiny(s2), tiny(p1), tiny(p2)];
    return sum;
  }
}

/** Measures stereo sound chunk by chunk. */
export class LoudnessMeter {
  readonly #hopLength: number;
  readonly #channels: [Channel, Channel];
  readonly #hops: number[] = [];
  #energy = 0;
  #filled = 0;

  /** `rate` in Hz. */
  constructor(rate: number) {
    this.#hopLength = Math.max(1, Math.round(rate / 10));
    this.#channels = [new Channel(rate), new Channel(rate)];
  }

  /** Adds the first `length` samples of both channels. */
  add(left: Float32Array, right: Float32Array, length: number): void {
    let from = 0;
    while (from < length) {
      const to = Math.min(length, from + this.#hopLength - this.#filled);
      this.#energy += this.#channels[0].energy(left, from, to) + this.#channels[1].energy(right, from, to);
      this.#filled += to - from;
      if (this.#filled === this.#hopLength) {
        this.#hops.push(this.#energy / this.#hopLength);
        this.#energy = 0;
        this.#filled = 0;
      }
      from = to;
    }
  }

  /** Integrated loudness in LUFS and range in LU; either is null if the sound is too short or too quiet for it. */
  result(): { integratedLufs: number | null; rangeLu: number | null } {
    return { integratedLufs: integrated(this.#hops), rangeLu: range(this.#hops) };
  }
}
