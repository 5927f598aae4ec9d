import { hashText, randomFrom } from '../random.ts';
import { stateVariable } from './filter.ts';
import { type Additive, type Envelope, type Modulated, type Patch, type Plucked, type Subtractive } from './patches.ts';
import { hertz } from './theory.ts';

export const SAMPLE_RATE = 44_100;
const TURN = 2 * Math.PI;

export interface Note {
  /** Seconds from the song's start. */
  time: number;
  /** Seconds that the key is held; the release comes after it. */
  duration: number;
  midi: number;
  /** 0 to 1. */
  velocity: number;
}

/** Two channels of the same length, samples from -1 to 1. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export const silence = (samples: number): Stereo => ({
  left: new Float32Array(samples),
  right: new Float32Array(samples),
});

/** Adds one note, played with `patch`, to `out`; what lies beyond its end is left out. */
export function play(out: Stereo, note: Note, patch: Patch): void {
  const tone = voice(note, patch);
  const start = Math.round(note.time * SAMPLE_RATE);
  const sides = tone.length;
  const from = Math.max(0, -start);
  const count = Math.min(tone[0]!.length, out.left.length - start);
  const left = tone[0]!;
  const right = tone[sides - 1]!;
  for (let i = from; i < count; i++) {
    out.left[start + i]! += left[i]! * note.velocity;
    out.right[start + i]! += right[i]! * note.velocity;
  }
}

/** One buffer when the patch is a point, two when it has width: the same tone a little apart in tune and phase. */
function voice(note: Note, patch: Patch): Float32Array[] {
  const width = patch.width ?? 0;
  const samples = Math.ceil((note.duration + patch.envelope.release) * SAMPLE_RATE) + 1;
  return (width > 0 ? [-1, 1] : [0]).map((side) => {
    const tone = new Float32Array(samples);
    const shift = side * width * 3.5;
    if (patch.kind === 'subtractive') subtract(tone, note, patch, shift);
    else if (patch.kind === 'modulated') modulate(tone, note, patch, shift * 0.4);
    else if (patch.kind === 'additive') add(tone, note, patch, side * width);
    else pluck(tone, note, patch, side);
    shape(tone, note.duration, patch.envelope);
    return tone;
  });
}

/** Straight attack, exponential decay and release; ends at zero. */
function shape(tone: Float32Array, heldFor: number, { attack, decay, sustain }: Envelope): void {
  const attackEnd = Math.max(1, Math.round(Math.min(attack, heldFor) * SAMPLE_RATE));
  const heldEnd = Math.min(tone.length, Math.round(heldFor * SAMPLE_RATE));
  const fall = Math.exp(-3 / (decay * SAMPLE_RATE));
  let level = 0;
  for (let i = 0; i < heldEnd; i++) {
    level = i < attackEnd ? i / attackEnd : sustain + (level - sustain) * fall;
    tone[i]! *= level;
  }
  const length = Math.max(1, tone.length - heldEnd);
  for (let i = heldEnd; i < tone.length; i++) {
    const left = 1 - (i - heldEnd) / length;
    tone[i]! *= level * left * left;
  }
}

/** What a band-limited step takes off a jump of a saw or square (V. Välimäki, "PolyBLEP", 2007); `phase` from 0 to 1. */
function polyBlep(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}

function wave(kind: Subtractive['oscillators'][number]['wave'], phase: number, step: number): number {
  if (kind === 'sine') return Math.sin(TURN * phase);
  if (kind === 'triangle') return 1 - 4 * Math.abs(phase - 0.5);
  if (kind === 'saw') return 2 * phase - 1 - polyBlep(phase, step);
  return (phase < 0.5 ? 1 : -1) + polyBlep(phase, step) - polyBlep((phase + 0.5) % 1, step);
}

function subtract(tone: Float32Array, note: Note, patch: Subtractive, shiftCents: number): void {
  const random = randomFrom(`tone ${note.midi} ${shiftCents > 0} ${Math.round(note.time * 50)}`);
  const filter = stateVariable(SAMPLE_RATE, patch.cutoff, patch.resonance);
  const base = hertz(note.midi) / SAMPLE_RATE;
  const follow = 2 ** ((note.midi - 57) / 30);
  const drive = patch.drive ?? 0;
  const makeUp = drive > 0 ? 1 / Math.tanh(drive) : 1;
  const rate = random.range(5, 5.9) / SAMPLE_RATE;
  const oscillators = patch.oscillators.map((one) => ({
    ...one,
    phase: random.next(),
    step: base * 2 ** (one.octave + (one.cents + shiftCents) / 1200),
  }));
  let bend = 1;
  for (let i = 0; i < tone.length; i++) {
    if (i % 32 === 0) {
      const t = i / SAMPLE_RATE;
      const octaves = patch.open * note.velocity * Math.exp(-t / patch.openDecay);
      filter.set(patch.cutoff * follow * 2 ** octaves, patch.resonance);
      const depth = (patch.vibrato ?? 0) * Math.min(1, Math.max(0, (t - 0.12) * 3));
      bend = 2 ** ((depth * Math.sin(TURN * rate * i)) / 1200);
    }
    let sum = 0;
    for (const one of oscillators) {
      const step = one.step * bend;
      one.phase += step;
      if (one.phase >= 1) one.phase -= 1;
      sum += wave(one.wave, one.phase, step) * one.level;
    }
    if (patch.noise) sum += (random.next() * 2 - 1) * patch.noise;
    tone[i] = filter.low(drive > 0 ? Math.tanh(sum * (1 + drive * 2)) * makeUp * 0.7 : sum);
  }
}

function modulate(tone: Float32Array, note: Note, patch: Modulated, shiftCents: number): void {
  const step = (TURN * hertz(note.midi) * 2 ** (shiftCents / 1200)) / SAMPLE_RATE;
  const dim = Math.min(1, 2 ** ((64 - note.midi) / 24));
  const modulators = patch.modulators.map(({ ratio, index, decay }) => ({
    step: step * ratio,
    level: index * dim * (0.35 + 0.65 * note.velocity),
    fall: Math.exp(-1 / (decay * SAMPLE_RATE)),
  }));
  for (let i = 0; i < tone.length; i++) {
    let bend = 0;
    for (const one of modulators) {
      bend += one.level * Math.sin(one.step * i);
      one.level *= one.fall;
    }
    tone[i] = 0.6 * Math.sin(step * i + bend);
  }
}

function add(tone: Float32Array, note: Note, patch: Additive, side: number): void {
  const total = patch.partials.reduce((sum, { level }) => sum + level, 0);
  const higher = 2 ** ((60 - note.midi) / 24);
  for (const [n, { ratio, level, decay }] of patch.partials.entries()) {
    const cents = side * 1.2 * (n % 2 ? 1 : -1);
    const frequency = hertz(note.midi) * ratio * 2 ** (cents / 1200);
    if (frequency > SAMPLE_RATE * 0.42) continue;
    const step = (TURN * frequency) / SAMPLE_RATE;
    const fall = Math.exp(-1 / (decay * higher * SAMPLE_RATE));
    let size = (level / total) * 0.9 * (n > 1 ? 0.4 + 0.6 * note.velocity : 1);
    for (let i = 0; i < tone.length; i++) {
      tone[i]! += size * Math.sin(step * i);
      size *= fall;
    }
  }
  const tremolo = patch.tremolo ?? 0;
  if (tremolo === 0) return;
  for (let i = 0; i < tone.length; i++) {
    tone[i]! *= 1 - tremolo * 0.5 * (1 + Math.sin((TURN * 5.4 * i) / SAMPLE_RATE + side));
  }
}

function pluck(tone: Float32Array, note: Note, patch: Plucked, side: number): void {
  const frequency = hertz(note.midi);
  const noise = randomFrom(`string ${note.midi} ${hashText(String(Math.round(note.time * 100)))} ${side}`);
  const delay = SAMPLE_RATE / frequency - 0.5;
  const whole = Math.floor(delay);
  const part = delay - whole;
  const line = new Float32Array(whole + 2);
  const keepBright = Math.min(1, patch.brightness * (0.55 + 0.6 * note.velocity));
  let smooth = 0;
  for (let i = 0; i < line.length; i++) {
    smooth += (noise.next() * 2 - 1 - smooth) * keepBright;
    line[i] = smooth;
  }
  const seconds = patch.ring * 2 ** ((57 - note.midi) / 18);
  const loss = 10 ** (-3 / (seconds * frequency));
  let position = 0;
  let before = 0;
  for (let i = 0; i < tone.length; i++) {
    const next = (position + 1) % line.length;
    const after = (position + 2) % line.length;
    const read = line[next]! * part + line[after % line.length]! * (1 - part);
    line[position] = loss * 0.5 * (read + before);
    before = read;
    tone[i] = read * 1.1;
    position = next;
  }
}
