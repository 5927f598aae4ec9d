/** Bins of the transform; a power of two. */
const SIZE = 4096;

/** In-place radix-2 transform (Cooley and Tukey 1965) of `SIZE` complex numbers. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let at = 1, swapped = 0; at < size; at += 1) {
    let bit = size >> 1;
    for (; swapped & bit; bit >>= 1) swapped ^= bit;
    swapped ^= bit;
    if (at < swapped) {
      [real[at], real[swapped]] = [real[swapped] as number, real[at] as number];
      [imaginary[at], imaginary[swapped]] = [imaginary[swapped] as number, imaginary[at] as number];
    }
  }
  for (let span = 2; span <= size; span *= 2) {
    for (let twist = 0; twist < span / 2; twist += 1) {
      const angle = (-2 * Math.PI * twist) / span;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let low = twist; low < size; low += span) {
        const high = low + span / 2;
        const r = (real[high] as number) * cos - (imaginary[high] as number) * sin;
        const i = (real[high] as number) * sin + (imaginary[high] as number) * cos;
        real[high] = (real[low] as number) - r;
        imaginary[high] = (imaginary[low] as number) - i;
        real[low] = (real[low] as number) + r;
        imaginary[low] = (imaginary[low] as number) + i;
      }
    }
  }
}

const HANN = Float64Array.from({ length: SIZE }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / SIZE));

/** Level at or below which a frequency counts as empty, in decibels relative to the loudest neighbourhood of 500 Hz. */
const EMPTY = -85;
/**
 * A fall by more than this many decibels within 1.5 kilohertz counts as a cut; the sound of instruments fades more
 * gently.
 */
const CLIFF = 25;
const EVERY_SECONDS = 8;

/** Averages spectra of the sum of both channels, one every eight seconds. */
export class SpectrumMeter {
  readonly #rate: number;
  readonly #power = new Float64Array(SIZE / 2);
  readonly #frame = new Float64Array(SIZE);
  #filled = 0;
  #skip = 0;
  #count = 0;

  /** `rate` in Hz. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  add(left: Float32Array, right: Float32Array, length: number): void {
    let at = 0;
    while (at < length) {
      if (this.#skip > 0) {
        const jump = Math.min(this.#skip, length - at);
        this.#skip -= jump;
        at += jump;
        continue;
      }
      this.#frame[this.#filled] = (left[at] as number) + (right[at] as number);
      this.#filled += 1;
      at += 1;
      if (this.#filled === SIZE) this.#take();
    }
  }

  #take(): void {
    const real = this.#frame.map((value, at) => value * (HANN[at] as number));
    const imaginary = new Float64Array(SIZE);
    transform(real, imaginary);
    for (let bin = 0; bin < SIZE / 2; bin += 1)
      this.#power[bin] = (this.#power[bin] as number) + (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    this.#filled = 0;
    this.#count += 1;
    this.#skip = Math.max(0, EVERY_SECONDS * this.#rate - SIZE);
  }

  /**
   * The frequency (Hz) above which there is no sound, if the sound ends there as if cut; null when it fades out
   * gradually, reaches the end of the band, or was too short.
   */
  edge(): number | null {
    if (this.#count === 0) return null;
    const width = this.#rate / SIZE;
    const smooth = smoothed(this.#power, Math.round(250 / width));
    const loudest = smooth.reduce((most, value) => Math.max(most, value), 0);
    if (loudest === 0) return null;
    const decibels = smooth.map((value) => 10 * Math.log10(value / loudest + 1e-20));
    const last = decibels.findLastIndex((value) => value > EMPTY);
    const kilohertz = Math.round(1000 / width);
    const [below, above] = [decibels[last - kilohertz], decibels[last + Math.round(kilohertz / 2)]];
    if (below === undefined || above === undefined || below - above <= CLIFF) return null;
    return decibels.findLastIndex((value) => value > below - CLIFF) * width;
  }
}

/** A running mean over `reach` bins on either side. */
function smoothed(power: Float64Array, reach: number): Float64Array {
  return power.map((_, bin) => {
    const near = power.subarray(Math.max(0, bin - reach), bin + reach + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}
