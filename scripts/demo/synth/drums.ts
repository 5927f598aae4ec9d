import { randomFrom } from '../random.ts';
import { stateVariable } from './filter.ts';
import { SAMPLE_RATE } from './voices.ts';

const DRUMS = [
  'kick',
  'snare',
  'clap',
  'rim',
  'hat',
  'openHat',
  'ride',
  'crash',
  'shaker',
  'conga',
  'lowConga',
  'tom',
  'cowbell',
] as const;
export type Drum = (typeof DRUMS)[number];
export type Kit = 'acoustic' | 'electronic' | 'dusty';

const TURN = 2 * Math.PI;
const buffer = (seconds: number) => new Float32Array(Math.round(seconds * SAMPLE_RATE));
const fall = (i: number, seconds: number) => Math.exp(-i / (seconds * SAMPLE_RATE));

/** A sine whose pitch drops from `from` to `to` hertz: kicks, toms and congas. */
function thump(seconds: number, from: number, to: number, bend: number, ring: number, click: number): Float32Array {
  const tone = buffer(seconds);
  const noise = randomFrom(`click ${from} ${to}`);
  let phase = 0;
  for (let i = 0; i < tone.length; i++) {
    phase += (TURN * (to + (from - to) * fall(i, bend))) / SAMPLE_RATE;
    const hit = click * (noise.next() * 2 - 1) * fall(i, 0.002);
    tone[i] = Math.tanh(1.5 * Math.sin(phase)) * fall(i, ring) + hit;
  }
  return fadeEnd(tone);
}

/** Noise between two frequencies, dying away: hats, shakers and the rattle of a snare. */
function hiss(name: string, seconds: number, low: number, high: number, ring: number, attack = 0.0005): Float32Array {
  const tone = buffer(seconds);
  const noise = randomFrom(`hiss ${name}`);
  const lowCut = stateVariable(SAMPLE_RATE, low, 0.1);
  const highCut = stateVariable(SAMPLE_RATE, high, 0);
  for (let i = 0; i < tone.length; i++) {
    const rise = Math.min(1, i / (attack * SAMPLE_RATE));
    tone[i] = highCut.low(lowCut.high(noise.next() * 2 - 1)) * rise * fall(i, ring);
  }
  return fadeEnd(tone);
}

/** Six squares that share no harmonic, above 6 kHz: the metal of cymbals and bells. */
function metal(seconds: number, pitch: number, low: number, ring: number): Float32Array {
  const tone = buffer(seconds);
  const ratios = [1, 1.342, 1.523, 1.785, 2.117, 2.634];
  const filter = stateVariable(SAMPLE_RATE, low, 0.1);
  for (let i = 0; i < tone.length; i++) {
    let sum = 0;
    for (const ratio of ratios) sum += ((pitch * ratio * i) / SAMPLE_RATE) % 1 < 0.5 ? 1 : -1;
    tone[i] = filter.high(sum / 6) * fall(i, ring);
  }
  return fadeEnd(tone);
}

function fadeEnd(tone: Float32Array): Float32Array {
  const length = Math.min(400, tone.length);
  for (let i = 0; i < length; i++) tone[tone.length - 1 - i]! *= i / length;
  return tone;
}

function blend(...layers: [Float32Array, number][]): Float32Array {
  const tone = new Float32Array(Math.max(...layers.map(([layer]) => layer.length)));
  for (const [layer, level] of layers) for (let i = 0; i < layer.length; i++) tone[i]! += layer[i]! * level;
  return tone;
}

function clap(): Float32Array {
  const tone = buffer(0.3);
  const one = hiss('clap', 0.28, 900, 6000, 0.06);
  for (const [delay, level] of [
    [0, 0.6],
    [0.011, 0.7],
    [0.023, 1],
  ] as const) {
    const start = Math.round(delay * SAMPLE_RATE);
    const ring = level === 1 ? 1 : 0.35;
    for (let i = 0; i + start < tone.length && i < one.length * ring; i++) tone[i + start]! += one[i]! * level;
  }
  return fadeEnd(tone);
}

function snare(kit: Kit): Float32Array {
  if (kit === 'electronic')
    return blend([thump(0.22, 260, 185, 0.02, 0.07, 0.2), 0.55], [hiss('snare e', 0.26, 1400, 11_000, 0.085), 0.75]);
  const dusty = kit === 'dusty';
  return blend(
    [thump(0.2, 300, 190, 0.012, 0.06, 0.3), 0.6],
    [hiss('snare', 0.3, dusty ? 700 : 1000, dusty ? 5200 : 9000, dusty ? 0.06 : 0.1), 0.8],
  );
}

function kick(kit: Kit): Float32Array {
  if (kit === 'electronic') return thump(0.42, 210, 48, 0.028, 0.13, 0.25);
  if (kit === 'dusty') return thump(0.36, 150, 54, 0.03, 0.1, 0.1);
  return thump(0.34, 170, 58, 0.022, 0.09, 0.35);
}

const dull = (tone: Float32Array, hertz: number): Float32Array => {
  const filter = stateVariable(SAMPLE_RATE, hertz, 0);
  return tone.map((sample) => filter.low(sample));
};

/** One hit of a drum at full strength, mono, its peak near 1. */
export function hit(drum: Drum, kit: Kit): Float32Array {
  const tone = sound(drum, kit);
  const soft = kit === 'dusty' && (drum === 'hat' || drum === 'openHat' || drum === 'ride') ? dull(tone, 6500) : tone;
  const peak = soft.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return soft.map((sample) => sample / peak);
}

function sound(drum: Drum, kit: Kit): Float32Array {
  switch (drum) {
    case 'kick':
      return kick(kit);
    case 'snare':
      return snare(kit);
    case 'clap':
      return clap();
    case 'rim':
      return blend([thump(0.06, 1800, 820, 0.004, 0.012, 0.2), 0.8], [hiss('rim', 0.05, 1500, 7000, 0.01), 0.3]);
    case 'hat':
      return blend([metal(0.1, 410, 7200, 0.022), 0.7], [hiss('hat', 0.1, 7500, 14_000, 0.025), 0.5]);
    case 'openHat':
      return blend([metal(0.5, 410, 6800, 0.16), 0.7], [hiss('open', 0.5, 7000, 14_000, 0.15), 0.5]);
    case 'ride':
      return blend([metal(0.9, 330, 5200, 0.28), 0.5], [metal(0.3, 520, 3000, 0.05), 0.35]);
    case 'crash':
      return blend([metal(1.9, 300, 4200, 0.55), 0.5], [hiss('crash', 1.9, 4200, 12_000, 0.5), 0.7]);
    case 'shaker':
      return hiss('shaker', 0.12, 5200, 12_000, 0.03, 0.016);
    case 'conga':
      return thump(0.32, 390, 325, 0.01, 0.085, 0.25);
    case 'lowConga':
      return thump(0.4, 270, 215, 0.012, 0.12, 0.25);
    case 'tom':
      return thump(0.5, 170, 92, 0.05, 0.16, 0.2);
    case 'cowbell':
      return metal(0.25, 540, 700, 0.06);
  }
}
