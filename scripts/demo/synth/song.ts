import { type Random, randomFrom } from '../random.ts';
import { type Bar, type Timing, arrange, barsFor, timing } from './arrange.ts';
import { type Hit, bassNotes, drumHits, harmony } from './backing.ts';
import { type Drum, hit } from './drums.ts';
import { cutLow } from './filter.ts';
import { loudness, master } from './master.ts';
import { melody } from './melody.ts';
import { PATCHES, type PatchName } from './patches.ts';
import { reverb } from './reverb.ts';
import { type Role, STYLES, type Style, type StyleName } from './styles.ts';
import { type Note, SAMPLE_RATE, type Stereo, play, silence } from './voices.ts';

export interface SongRequest {
  /** Any text; the same seed, style and length give the same samples. */
  seed: string;
  style: StyleName;
  seconds: number;
}

export interface Song extends Stereo {
  sampleRate: number;
  /** Beats a minute. */
  tempo: number;
  /** Pitch class of the key, 0 is C. */
  tonic: number;
  /** LUFS. */
  loudness: number;
  /** Seconds at which the kick drum falls, for pictures that move with it. */
  kicks: number[];
}

/** How loud each role stands in the mix by itself, in LUFS, before the whole is mastered. */
const STAND: Record<Role, number> = { bass: -19, comp: -19.5, pad: -25, arpeggio: -25, melody: -17, drums: -15.5 };

interface Part {
  role: Role;
  patch: PatchName;
  notes: Note[];
  /** -1 left to 1 right. */
  pan: number;
  /** Share that goes to the room. */
  send: number;
}

const DRUM_PLACES: Record<Drum, { level: number; pan: number; send: number }> = {
  kick: { level: 0.62, pan: 0, send: 0.01 },
  snare: { level: 0.4, pan: 0.04, send: 0.14 },
  clap: { level: 0.36, pan: -0.06, send: 0.2 },
  rim: { level: 0.26, pan: 0.2, send: 0.18 },
  hat: { level: 0.13, pan: 0.3, send: 0.03 },
  openHat: { level: 0.13, pan: 0.3, send: 0.05 },
  ride: { level: 0.16, pan: -0.35, send: 0.1 },
  crash: { level: 0.22, pan: -0.25, send: 0.2 },
  shaker: { level: 0.12, pan: -0.4, send: 0.06 },
  conga: { level: 0.3, pan: -0.45, send: 0.12 },
  lowConga: { level: 0.32, pan: -0.3, send: 0.12 },
  tom: { level: 0.42, pan: 0.25, send: 0.16 },
  cowbell: { level: 0.1, pan: 0.5, send: 0.12 },
};

/**
 * Composes and renders a song: chords, bass, drums and a tune from the style's figures, mixed and mastered to about
 * -14 LUFS. It lasts exactly `seconds` (to the nearest sample) at 44.1 kHz.
 */
export function renderSong({ seed, style: name, seconds }: SongRequest): Song {
  if (!(seconds >= 0.5 && seconds <= 1200)) throw new RangeError('A song lasts from half a second to twenty minutes.');
  const style: Style = STYLES[name];
  const random = randomFrom(`${seed} in ${name}`);
  const { bars: count, tempo } = barsFor(seconds, random.range(...style.tempo));
  const tonic = random.int(0, 11);
  const clock = timing(style, tempo);
  const bars = arrange(style, count, random.fork('form'));
  const hits = drumHits(style, bars, clock, random.fork('drums'));
  const parts = instruments(style, bars, tonic, clock, random);
  const kicks = hits.filter(({ drum }) => drum === 'kick').map(({ time }) => time);
  const sound = mix(style, parts, hits, kicks, Math.round(seconds * SAMPLE_RATE), random.fork('mix'));
  const loud = master(sound, random.range(-14.6, -12.8), 0.79);
  return { ...sound, sampleRate: SAMPLE_RATE, tempo, tonic, loudness: loud, kicks };
}

function instruments(style: Style, bars: readonly Bar[], tonic: number, clock: Timing, random: Random): Part[] {
  const { comp, pad, arpeggio } = harmony(style, bars, tonic, clock, random.fork('harmony'));
  const bass = bassNotes(style, bars, tonic, clock, random.fork('bass'));
  const tune = melody(style, bars, tonic, clock, random.fork('melody'));
  const side = random.pick([-1, 1]);
  const lead = random.pick(style.melody.patches);
  const parts: (Part | undefined)[] = [
    { role: 'bass', patch: style.bass.patch, notes: bass, pan: 0, send: 0.02 },
    { role: 'comp', patch: style.comp.patch, notes: comp, pan: side * 0.18, send: 0.6 },
    style.pad && { role: 'pad', patch: style.pad, notes: pad, pan: 0, send: 1 },
    style.arpeggio && { role: 'arpeggio', patch: style.arpeggio.patch, notes: arpeggio, pan: -side * 0.42, send: 1 },
    { role: 'melody', patch: lead, notes: tune, pan: side * -0.08, send: 0.9 },
  ];
  return parts.filter((part) => part !== undefined);
}

function mix(style: Style, parts: Part[], hits: Hit[], kicks: number[], samples: number, random: Random): Stereo {
  const dry = silence(samples);
  const room = silence(samples);
  const duck = ducking(kicks, style.duck ?? 0, samples);
  const stand = (role: Role) => STAND[role] + (style.balance?.[role] ?? 0);
  for (const part of parts) {
    const own = silence(samples);
    for (const note of part.notes) play(own, note, PATCHES[part.patch]);
    const level = gainTo(own, stand(part.role));
    addTo(dry, own, level, part.pan, duck);
    addTo(room, own, level * part.send, part.pan, duck);
  }
  const kit = { dry: silence(samples), room: silence(samples) };
  const tones = new Map<Drum, Float32Array>();
  for (const { drum, time, strength } of hits) {
    if (!tones.has(drum)) tones.set(drum, hit(drum, style.kit));
    const { level, pan, send } = DRUM_PLACES[drum];
    strike(kit.dry, tones.get(drum)!, time, strength ** 1.4 * level, pan);
    strike(kit.room, tones.get(drum)!, time, strength ** 1.4 * level * send, pan);
  }
  const drums = gainTo(kit.dry, stand('drums'));
  addTo(dry, kit.dry, drums, 0, null);
  addTo(room, kit.room, drums, 0, null);
  const echo = reverb(room, 0.9 + style.reverb * 3.2);
  addTo(dry, echo, gainTo(echo, -28 + style.reverb * 13), 0, null);
  if (style.crackle) crackle(dry, style.crackle, random);
  for (const side of [dry.left, dry.right]) cutLow(side, SAMPLE_RATE, 24);
  return dry;
}

/** The factor that brings a part to `target` LUFS; what is silent or too short to measure stays as it is. */
function gainTo(part: Stereo, target: number): number {
  const now = loudness(part);
  return Number.isFinite(now) ? 10 ** ((target - now) / 20) : 0.3;
}

/** Equal power panning: both gains squared make one. */
const gains = (pan: number): [number, number] => {
  const angle = ((pan + 1) * Math.PI) / 4;
  return [Math.cos(angle) * Math.SQRT2, Math.sin(angle) * Math.SQRT2];
};

function addTo(out: Stereo, part: Stereo, level: number, pan: number, duck: Float32Array | null): void {
  const [left, right] = gains(pan);
  for (let i = 0; i < out.left.length; i++) {
    const gain = duck ? level * duck[i]! : level;
    out.left[i]! += part.left[i]! * gain * left;
    out.right[i]! += part.right[i]! * gain * right;
  }
}

function strike(out: Stereo, tone: Float32Array, time: number, level: number, pan: number): void {
  const [left, right] = gains(pan);
  const start = Math.round(time * SAMPLE_RATE);
  const count = Math.min(tone.length, out.left.length - start);
  for (let i = 0; i < count; i++) {
    out.left[start + i]! += tone[i]! * level * left;
    out.right[start + i]! += tone[i]! * level * right;
  }
}

/** How loud everything but the drums is at each sample: down at each kick, back within a fifth of a second. */
function ducking(kicks: number[], depth: number, samples: number): Float32Array | null {
  if (depth === 0) return null;
  const gain = new Float32Array(samples).fill(1);
  for (const kick of kicks) {
    const start = Math.round(kick * SAMPLE_RATE);
    const length = Math.min(Math.round(SAMPLE_RATE * 0.22), samples - start);
    for (let i = 0; i < length; i++) {
      const t = i / (SAMPLE_RATE * 0.22);
      const rise = Math.min(1, i / 60);
      gain[start + i] = Math.min(gain[start + i]!, 1 - depth * rise * (1 - t) * (1 - t));
    }
  }
  return gain;
}

/** The small clicks of a worn record. */
function crackle(out: Stereo, amount: number, random: Random): void {
  for (let at = 0; at < out.left.length; at += random.int(400, 9000)) {
    const level = amount * 0.02 * random.next() ** 3;
    const pan = random.next();
    for (let i = 0; i < 18 && at + i < out.left.length; i++) {
      const click = level * (random.next() * 2 - 1) * (1 - i / 18);
      out.left[at + i]! += click * pan;
      out.right[at + i]! += click * (1 - pan);
    }
  }
}
