/** A filter with a memory: one sample in, one sample out. */
export interface StateVariable {
  /** Sets cutoff in hertz and resonance (0 to 1); cheap enough for every few samples. */
  set(cutoff: number, resonance: number): void;
  low(sample: number): number;
  high(sample: number): number;
  band(sample: number): number;
}

/**
 * State variable filter by trapezoidal integration (V. Zavalishin, "The Art of VA Filter Design", chapter 4): stable
 * while its cutoff moves, 12 dB an octave.
 */
export function stateVariable(sampleRate: number, cutoff: number, resonance = 0): StateVariable {
  let g = 0;
  let k = 2;
  let a1 = 0;
  let s1 = 0;
  let s2 = 0;
  let v1 = 0;
  let v2 = 0;
  const set = (hertz: number, q: number) => {
    g = Math.tan((Math.PI * Math.min(Math.max(hertz, 16), sampleRate * 0.45)) / sampleRate);
    k = 2 - 1.9 * q;
    a1 = 1 / (1 + g * (g + k));
  };
  const tick = (sample: number) => {
    v1 = a1 * (s1 + g * (sample - s2));
    v2 = s2 + g * v1;
    s1 = 2 * v1 - s1;
    s2 = 2 * v2 - s2;
  };
  set(cutoff, resonance);
  return {
    set,
    low: (sample) => (tick(sample), v2),
    band: (sample) => (tick(sample), v1),
    high: (sample) => (tick(sample), sample - k * v1 - v2),
  };
}

/** Takes out what is below `hertz` (rumble and offset) in place, 6 dB an octave. */
export function cutLow(samples: Float32Array, sampleRate: number, hertz: number): void {
  const keep = Math.exp((-2 * Math.PI * hertz) / sampleRate);
  let lastIn = 0;
  let lastOut = 0;
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    lastOut = keep * (lastOut + x - lastIn);
    lastIn = x;
    samples[i] = lastOut;
  }
}
