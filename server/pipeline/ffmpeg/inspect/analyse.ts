import { LoudnessMeter } from './loudness.ts';
import { SpectrumMeter } from './spectrum.ts';
import { TruePeakMeter } from './true-peak.ts';

/** The measurements of one decode of a stereo sound. */
export interface Analysis {
  /** Seconds, from the number of samples. */
  duration: number;
  /** LUFS, LU and dBTP; null for silence or too little sound. */
  integratedLufs: number | null;
  rangeLu: number | null;
  truePeakDbtp: number | null;
  /** Runs of three or more samples at full scale, in either channel. */
  clippedRuns: number;
  /** Seconds under -60 dBFS; both are the whole duration when all is silent. */
  leadingSilence: number;
  trailingSilence: number;
  /** The difference of the channels is 60 dB or more below their sum. */
  sameChannels: boolean;
  /** The frequency in Hz above which the sound is cut off, as lossy encoders do; null if the sound isn't cut off. */
  bandwidthEdge: number | null;
  /** 800 values from 0 to 255: the loudest sample of each slice, scaled so that the loudest of all is 255. */
  peaks: number[];
}

/** How loud a recording is, to play it as loud as all others. */
export type Loudness = Pick<Analysis, 'integratedLufs' | 'truePeakDbtp' | 'rangeLu'>;

export const loudnessOf = ({ integratedLufs, truePeakDbtp, rangeLu }: Analysis): Loudness => ({
  integratedLufs,
  truePeakDbtp,
  rangeLu,
});

export const PEAKS = 800;
const SILENCE = 10 ** (-60 / 20);
/** Just below the largest sample of 16 bits. */
const FULL_SCALE = 0.9999;
const CLIPPED_RUN = 3;
const SLICE = 512;

/** Counts runs at full scale in one channel. */
class ClipCounter {
  #run = 0;
  runs = 0;
  add(samples: Float32Array, length: number): void {
    let [run, runs] = [this.#run, this.runs];
    for (let at = 0; at < length; at += 1) {
      const x = samples[at] as number;
      if (x >= FULL_SCALE || x <= -FULL_SCALE) {
        run += 1;
        if (run === CLIPPED_RUN) runs += 1;
      } else run = 0;
    }
    [this.#run, this.runs] = [run, runs];
  }
}

/** Takes interleaved stereo 32-bit float samples in chunks of any length, and does all measurements at once. */
export class Analyser {
  readonly #rate: number;
  readonly #loudness: LoudnessMeter;
  readonly #spectrum: SpectrumMeter;
  readonly #truePeaks = [new TruePeakMeter(), new TruePeakMeter()] as const;
  readonly #clips = [new ClipCounter(), new ClipCounter()] as const;
  readonly #slices: number[] = [];
  #rest = Buffer.alloc(0);
  #left = new Float32Array(0);
  #right = new Float32Array(0);
  #frames = 0;
  #firstSound = -1;
  #lastSound = -1;
  #slice = 0;
  #mid = 0;
  #side = 0;

  /** `rate` in Hz. */
  constructor(rate: number) {
    this.#rate = rate;
    this.#loudness = new LoudnessMeter(rate);
    this.#spectrum = new SpectrumMeter(rate);
  }

  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const length = Math.floor(bytes.length / 8);
    this.#rest = Buffer.from(bytes.subarray(length * 8));
    if (this.#left.length < length) {
      this.#left = new Float32Array(length);
      this.#right = new Float32Array(length);
    }
    const [left, right] = [this.#left, this.#right];
    // Typed arrays need an aligned start, which a chunk from a pipe may not have.
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
    const samples = new Float32Array(aligned.buffer, aligned.byteOffset, length * 2);
    this.#split(samples, left, right, length);
    this.#loudness.add(left, right, length);
    this.#spectrum.add(left, right, length);
    this.#truePeaks[0].add(left, length);
    this.#truePeaks[1].add(right, length);
    this.#clips[0].add(left, length);
    this.#clips[1].add(right, length);
    this.#frames += length;
  }

  #split(samples: Float32Array, left: Float32Array, right: Float32Array, length: number): void {
    let [slice, mid, side] = [this.#slice, this.#mid, this.#side];
    for (let at = 0; at < length; at += 1) {
      // A broken float file may contain NaN or infinity, which counts as silence.
      const l = finite(samples[at * 2] as number);
      const r = finite(samples[at * 2 + 1] as number);
      left[at] = l;
      right[at] = r;
      mid += (l + r) * (l + r);
      side += (l - r) * (l - r);
      const loudest = Math.max(l, -l, r, -r);
      const frame = this.#frames + at;
      if (loudest > SILENCE) {
        if (this.#firstSound < 0) this.#firstSound = frame;
        this.#lastSound = frame;
      }
      if (loudest > slice) slice = loudest;
      if (frame % SLICE === SLICE - 1) {
        this.#slices.push(slice);
        slice = 0;
      }
    }
    [this.#slice, this.#mid, this.#side] = [slice, mid, side];
  }

  /** Call it once, after the last chunk. */
  result(): Analysis {
    const truePeak = Math.max(this.#truePeaks[0].result(), this.#truePeaks[1].result());
    const duration = this.#frames / this.#rate;
    const silent = this.#firstSound < 0;
    return {
      duration,
      ...this.#loudness.result(),
      truePeakDbtp: truePeak === 0 ? null : 20 * Math.log10(truePeak),
      clippedRuns: this.#clips[0].runs + this.#clips[1].runs,
      leadingSilence: silent ? duration : this.#firstSound / this.#rate,
      trailingSilence: silent ? duration : (this.#frames - 1 - this.#lastSound) / this.#rate,
      sameChannels: !silent && this.#side <= this.#mid * 1e-6,
      bandwidthEdge: this.#spectrum.edge(),
      peaks: foldPeaks([...this.#slices, this.#slice], PEAKS),
    };
  }
}

const finite = (x: number): number => (x - x === 0 ? x : 0);

/** The loudest of each of `count` equal parts, scaled so that the loudest of all is 255. */
export function foldPeaks(slices: readonly number[], count: number): number[] {
  const loudest = slices.reduce((most, value) => Math.max(most, value), 0);
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * slices.length) / count);
    const to = Math.max(from + 1, Math.floor(((part + 1) * slices.length) / count));
    const most = slices.slice(from, to).reduce((max, value) => Math.max(max, value), 0);
    return loudest === 0 ? 0 : Math.round((most / loudest) * 255);
  });
}
