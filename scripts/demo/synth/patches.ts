/** Seconds, but for `sustain` (a level from 0 to 1). */
export interface Envelope {
  attack: number;
  decay: number;
  sustain: number;
  release: number;
}

interface Common {
  envelope: Envelope;
  /** The width in the stereo picture, 0 (one point) to 1. */
  width?: number;
  /** Vibrato: depth in cents after a short delay, 5 to 6 times a second. */
  vibrato?: number;
  /** Soft clipping: how hard the tone is driven into tanh; 0 is clean. */
  drive?: number;
}

/** Oscillators through a low-pass filter that its own envelope opens. */
export interface Subtractive extends Common {
  kind: 'subtractive';
  /** Octave offset, cents of detuning, level. */
  oscillators: { wave: 'saw' | 'square' | 'triangle' | 'sine'; octave: number; cents: number; level: number }[];
  cutoff: number;
  /** Added to the cutoff, in octaves, at the top of the filter's envelope. */
  open: number;
  openDecay: number;
  resonance: number;
  /** Breath: filtered noise beside the tone. */
  noise?: number;
}

/** One sine bends another's phase (J. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency Modulation", 1973). */
export interface Modulated extends Common {
  kind: 'modulated';
  /** Modulators on the same carrier: frequency ratio, index at the attack, seconds to fall to a third. */
  modulators: { ratio: number; index: number; decay: number }[];
}

/** A sum of sines, each with its own decay. */
export interface Additive extends Common {
  kind: 'additive';
  partials: { ratio: number; level: number; decay: number }[];
  tremolo?: number;
}

/** A plucked string (K. Karplus and A. Strong, "Digital Synthesis of Plucked-String and Drum Timbres", 1983). */
export interface Plucked extends Common {
  kind: 'plucked';
  /** 0 dull to 1 bright. */
  brightness: number;
  /** Seconds to fall by 60 dB at A3; higher strings die sooner. */
  ring: number;
}

export type Patch = Subtractive | Modulated | Additive | Plucked;

const held = (attack: number, release: number): Envelope => ({ attack, decay: 0.1, sustain: 1, release });
const saws = (spread: number) =>
  [-1, 0, 1].map((i) => ({ wave: 'saw' as const, octave: 0, cents: i * spread, level: 0.34 }));

export const PATCHES = {
  electricPiano: {
    kind: 'modulated',
    modulators: [
      { ratio: 1, index: 1.5, decay: 0.9 },
      { ratio: 14, index: 0.28, decay: 0.12 },
    ],
    envelope: { attack: 0.003, decay: 1.6, sustain: 0.12, release: 0.22 },
    width: 0.5,
  },
  piano: {
    kind: 'additive',
    partials: [
      { ratio: 1, level: 1, decay: 1.9 },
      { ratio: 2.001, level: 0.55, decay: 1.3 },
      { ratio: 3.004, level: 0.3, decay: 0.8 },
      { ratio: 4.01, level: 0.16, decay: 0.55 },
      { ratio: 5.02, level: 0.1, decay: 0.4 },
      { ratio: 7.05, level: 0.05, decay: 0.22 },
    ],
    envelope: { attack: 0.002, decay: 2.5, sustain: 0.25, release: 0.16 },
    width: 0.5,
  },
  vibraphone: {
    kind: 'additive',
    partials: [
      { ratio: 1, level: 1, decay: 1.8 },
      { ratio: 4, level: 0.22, decay: 0.5 },
      { ratio: 10, level: 0.06, decay: 0.14 },
    ],
    tremolo: 0.35,
    envelope: held(0.002, 0.5),
    width: 0.3,
  },
  organ: {
    kind: 'additive',
    partials: [
      { ratio: 0.5, level: 0.5, decay: 99 },
      { ratio: 1, level: 0.8, decay: 99 },
      { ratio: 2, level: 0.4, decay: 99 },
      { ratio: 3, level: 0.22, decay: 99 },
      { ratio: 4, level: 0.12, decay: 99 },
    ],
    tremolo: 0.14,
    envelope: held(0.008, 0.06),
    width: 0.4,
  },
  bell: {
    kind: 'modulated',
    modulators: [{ ratio: 3.51, index: 1.6, decay: 0.7 }],
    envelope: { attack: 0.002, decay: 1.4, sustain: 0.02, release: 0.7 },
    width: 0.6,
  },
  glass: {
    kind: 'modulated',
    modulators: [{ ratio: 2, index: 0.7, decay: 1.4 }],
    envelope: { attack: 0.03, decay: 2.4, sustain: 0.2, release: 1.4 },
    width: 0.8,
  },
  warmPad: {
    kind: 'subtractive',
    oscillators: saws(9),
    cutoff: 620,
    open: 1.2,
    openDecay: 2.5,
    resonance: 0.1,
    envelope: { attack: 0.45, decay: 1, sustain: 0.85, release: 0.9 },
    width: 1,
  },
  strings: {
    kind: 'subtractive',
    oscillators: saws(6),
    cutoff: 1500,
    open: 0.6,
    openDecay: 1,
    resonance: 0,
    vibrato: 7,
    envelope: { attack: 0.16, decay: 0.5, sustain: 0.85, release: 0.4 },
    width: 0.9,
  },
  stab: {
    kind: 'subtractive',
    oscillators: saws(12),
    cutoff: 500,
    open: 2.6,
    openDecay: 0.18,
    resonance: 0.25,
    envelope: { attack: 0.003, decay: 0.28, sustain: 0.25, release: 0.12 },
    width: 0.9,
  },
  arpeggio: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'square', octave: 0, cents: -5, level: 0.4 },
      { wave: 'saw', octave: 0, cents: 5, level: 0.4 },
    ],
    cutoff: 700,
    open: 2.2,
    openDecay: 0.12,
    resonance: 0.35,
    envelope: { attack: 0.002, decay: 0.16, sustain: 0.2, release: 0.1 },
    width: 0.6,
  },
  brass: {
    kind: 'subtractive',
    oscillators: saws(5),
    cutoff: 480,
    open: 2.1,
    openDecay: 0.5,
    resonance: 0.08,
    vibrato: 5,
    envelope: { attack: 0.035, decay: 0.25, sustain: 0.75, release: 0.12 },
    width: 0.5,
  },
  lead: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'saw', octave: 0, cents: -6, level: 0.45 },
      { wave: 'saw', octave: 0, cents: 6, level: 0.45 },
    ],
    cutoff: 1400,
    open: 1.2,
    openDecay: 0.4,
    resonance: 0.18,
    vibrato: 12,
    envelope: { attack: 0.012, decay: 0.3, sustain: 0.7, release: 0.16 },
    width: 0.3,
  },
  whistle: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'triangle', octave: 0, cents: 0, level: 0.8 },
      { wave: 'sine', octave: 1, cents: 0, level: 0.12 },
    ],
    cutoff: 2600,
    open: 0.5,
    openDecay: 0.2,
    resonance: 0,
    noise: 0.05,
    vibrato: 14,
    envelope: { attack: 0.05, decay: 0.2, sustain: 0.85, release: 0.14 },
  },
  distorted: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'saw', octave: 0, cents: -4, level: 0.5 },
      { wave: 'saw', octave: 0, cents: 5, level: 0.5 },
    ],
    cutoff: 1900,
    open: 0.5,
    openDecay: 0.3,
    resonance: 0.05,
    drive: 2.6,
    envelope: { attack: 0.004, decay: 0.5, sustain: 0.8, release: 0.07 },
    width: 0.9,
  },
  guitar: { kind: 'plucked', brightness: 0.5, ring: 3.2, envelope: held(0.001, 0.25), width: 0.3 },
  muted: { kind: 'plucked', brightness: 0.62, ring: 0.55, envelope: held(0.001, 0.05), width: 0.2 },
  harp: { kind: 'plucked', brightness: 0.34, ring: 4.5, envelope: held(0.001, 1.2), width: 0.6 },
  fingerBass: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'triangle', octave: 0, cents: 0, level: 0.75 },
      { wave: 'saw', octave: 0, cents: 3, level: 0.25 },
    ],
    cutoff: 340,
    open: 1.6,
    openDecay: 0.14,
    resonance: 0.1,
    drive: 0.6,
    envelope: { attack: 0.006, decay: 0.7, sustain: 0.5, release: 0.06 },
  },
  synthBass: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'square', octave: 0, cents: 0, level: 0.45 },
      { wave: 'saw', octave: 0, cents: 6, level: 0.4 },
    ],
    cutoff: 240,
    open: 2.2,
    openDecay: 0.16,
    resonance: 0.3,
    drive: 0.8,
    envelope: { attack: 0.003, decay: 0.3, sustain: 0.55, release: 0.05 },
  },
  subBass: {
    kind: 'subtractive',
    oscillators: [
      { wave: 'sine', octave: 0, cents: 0, level: 0.9 },
      { wave: 'triangle', octave: 1, cents: 0, level: 0.14 },
    ],
    cutoff: 420,
    open: 1,
    openDecay: 0.08,
    resonance: 0,
    drive: 1.1,
    envelope: { attack: 0.004, decay: 1.2, sustain: 0.6, release: 0.09 },
  },
} as const satisfies Record<string, Patch>;
export type PatchName = keyof typeof PATCHES;
