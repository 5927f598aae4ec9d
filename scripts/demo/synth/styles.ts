import type { Drum, Kit } from './drums.ts';
import type { PatchName } from './patches.ts';
import { type Chord, chords, type Scale } from './theory.ts';

/** Sixteen steps a bar: a point rests, 1 to 9 is how strong. */
export type Groove = Partial<Record<Drum, string>>;

/**
 * A bass note in a bar's sixteen steps: `r` root, `f` fifth, `o` octave, `t` third, `s` seventh, `a` a half step below
 * the next root, `-` holds the last one, `.` rests.
 */
type BassLine = string;

/** Steps on which the chord is played: `h` holds to the next mark, `x` is short, `1` to `5` one tone of it (as a picker plays). */
type Comping = string;

export type Role = 'bass' | 'comp' | 'pad' | 'arpeggio' | 'melody' | 'drums';

export interface Style {
  name: string;
  /** Beats a minute. */
  tempo: [number, number];
  /** Where the second of two sixteenths falls in their pair: 0.5 is straight, 0.66 a triplet. */
  swing: number;
  /** The same for eighths (jazz). */
  swingEighths?: number;
  scale: Scale;
  verse: Chord[][];
  chorus: Chord[][];
  kit: Kit;
  drums: Groove[];
  /** More of it, for choruses. */
  chorusDrums: Groove[];
  bass: { patch: PatchName; lines: BassLine[] };
  comp: { patch: PatchName; patterns: Comping[]; centre: number };
  /** Held chords under choruses. */
  pad?: PatchName;
  /** Broken chords in sixteenths or eighths. */
  arpeggio?: { patch: PatchName; every: 1 | 2 };
  melody: { patches: PatchName[]; low: number; rhythms: string[] };
  /** 0 to 1. */
  reverb: number;
  /** Decibels that a role is louder or softer than usual. */
  balance?: Partial<Record<Role, number>>;
  /** How far everything else makes room for the kick, 0 to 1. */
  duck?: number;
  /** The crackle of a record, 0 to 1. */
  crackle?: number;
}

const list = (...lines: string[]) => lines.map(chords);

const soul: Style = {
  name: 'soul',
  tempo: [74, 92],
  swing: 0.57,
  scale: 'majorPentatonic',
  verse: list('0:maj9 9:min9 2:min9 7:nine4', '0:maj9 4:min7 5:maj9 7:dom13', '9:min9 2:min9 7:nine4 0:maj9'),
  chorus: list('5:maj9 4:min7 2:min9 7:nine4', '5:maj9 7:dom13 4:min7 9:min9'),
  kit: 'acoustic',
  drums: [
    { kick: '9.....5...8.....', snare: '....8.......8..2', hat: '6.4.6.4.6.4.6.4.' },
    { kick: '9..4......8..3..', rim: '....8.......8...', hat: '5.3.5.3.5.3.5.35' },
  ],
  chorusDrums: [
    {
      kick: '9..5..5...8..4..',
      snare: '....9..2.2..9...',
      hat: '6.4.6.4.6.4.6...',
      openHat: '..............5.',
      shaker: '3242324232423242',
    },
  ],
  bass: { patch: 'fingerBass', lines: ['r--.--r.r--.f-a-', 'r----.r.o--.f.a-', 'r--r..f.r---.-ta'] },
  comp: {
    patch: 'electricPiano',
    patterns: ['h.....x...h.....', 'h...x.h.....x...', '..h...x...h...x.'],
    centre: 62,
  },
  pad: 'strings',
  melody: {
    patches: ['brass', 'organ', 'whistle'],
    low: 64,
    rhythms: ['..x.x-x---..x-x-', 'x--x--x-..x-x---', '....x-x-x--x----'],
  },
  balance: { bass: 1 },
  reverb: 0.3,
};

const electronic: Style = {
  name: 'electronic',
  tempo: [118, 126],
  swing: 0.52,
  scale: 'minorPentatonic',
  verse: list('0:min7 0:min7 8:maj7 10:add9', '0:min9 3:maj7 5:min7 8:maj7'),
  chorus: list('8:maj7 10:add9 0:min7 3:maj7', '5:min7 8:maj7 0:min7 10:add9'),
  kit: 'electronic',
  drums: [{ kick: '9...9...9...9...', hat: '..5...5...5...53', clap: '....7.......7...' }],
  chorusDrums: [
    {
      kick: '9...9...9...9...',
      openHat: '..6...6...6...6.',
      hat: '4.3.4.3.4.3.4.33',
      clap: '....8.......8..3',
      shaker: '3132313231323132',
    },
  ],
  bass: { patch: 'synthBass', lines: ['..r-..r-..r-..o-', 'r..r..r.r..r..o.', '..rr..r...rr..o.'] },
  comp: {
    patch: 'stab',
    patterns: ['x..x..x...x.....', '..x...x..x....x.', 'x.....x...x..x..'],
    centre: 64,
  },
  pad: 'warmPad',
  arpeggio: { patch: 'arpeggio', every: 1 },
  melody: {
    patches: ['lead', 'bell'],
    low: 67,
    rhythms: ['x-..x-..x--x--..', '..x-x---..x-x---', 'x--x--x-x-------'],
  },
  balance: { drums: 1.5, bass: 1 },
  reverb: 0.34,
  duck: 0.55,
};

const hipHop: Style = {
  name: 'hip-hop',
  tempo: [82, 94],
  swing: 0.6,
  scale: 'minorPentatonic',
  verse: list('0:min9 0:min9 5:min7 8:maj7', '0:min7 8:maj7 3:maj9 7:min7', '2:half 7:dom7 0:min9 0:min9'),
  chorus: list('8:maj7 7:min7 0:min9 0:min9', '5:min9 10:dom9 3:maj9 8:maj7'),
  kit: 'dusty',
  drums: [
    { kick: '9......4..8.....', snare: '....9.......9...', hat: '6.5.6.5.6.5.6.55' },
    { kick: '9.4...5...8...3.', snare: '....9..2....9...', hat: '6.4.6.4.6.4.6.4.' },
  ],
  chorusDrums: [
    { kick: '9..5...4..8.5...', snare: '....9..2.2..9...', hat: '6355635563556355', openHat: '..............4.' },
  ],
  bass: { patch: 'subBass', lines: ['r----..r..r--...', 'r---..o.r--..f--', 'r------.f---a---'] },
  comp: {
    patch: 'electricPiano',
    patterns: ['h.......x.h.....', 'h.....h.........', '..x...h....x....'],
    centre: 63,
  },
  pad: 'strings',
  melody: {
    patches: ['vibraphone', 'bell', 'muted'],
    low: 67,
    rhythms: ['x..x..x-..x.....', '..x.x.x---..x---', 'x-x-....x-x-....'],
  },
  balance: { bass: 2, drums: 1 },
  reverb: 0.22,
  crackle: 0.5,
};

const folk: Style = {
  name: 'folk',
  tempo: [92, 112],
  swing: 0.5,
  scale: 'majorPentatonic',
  verse: list('0:add9 7:maj 9:min7 5:add9', '0:maj 5:add9 0:maj 7:sus4', '9:min7 5:add9 0:maj 7:maj'),
  chorus: list('5:add9 7:maj 0:maj 9:min7', '5:maj 0:maj 7:maj 9:min'),
  kit: 'acoustic',
  drums: [
    { shaker: '4.6.4.6.4.6.4.6.', kick: '6.......6.......' },
    { rim: '....5.......5...', kick: '7......4.7......', shaker: '3.5.3.5.3.5.3.5.' },
  ],
  chorusDrums: [{ kick: '8.....5.8.......', rim: '....7.......7...', shaker: '4363436343634363' }],
  bass: { patch: 'fingerBass', lines: ['r-------f-------', 'r-----r-f-----t-', 'r-------f---r-a-'] },
  comp: {
    patch: 'guitar',
    patterns: ['1.3.2.4.1.3.2.3.', '1.4.3.2.1.4.3.4.', '1...3.421...3.42'],
    centre: 57,
  },
  pad: 'strings',
  melody: {
    patches: ['whistle', 'guitar', 'harp'],
    low: 67,
    rhythms: ['x---x-x-x---..x-', '..x-x-x-x---x---', 'x-----x-x-x-----'],
  },
  balance: { drums: -4, comp: 2, bass: -1 },
  reverb: 0.28,
};

const ambient: Style = {
  name: 'ambient',
  tempo: [62, 74],
  swing: 0.5,
  scale: 'majorPentatonic',
  verse: list('0:maj9 5:maj9 9:min9 5:maj9', '0:add9 7:sus4 5:maj7 0:maj9'),
  chorus: list('9:min9 5:maj9 0:maj9 7:sus4', '5:maj9 2:min9 9:min9 7:nine4'),
  kit: 'electronic',
  drums: [{}, { shaker: '2...2...2...2...' }],
  chorusDrums: [{ kick: '5.........4.....', shaker: '2.1.2.1.2.1.2.1.' }],
  bass: { patch: 'subBass', lines: ['r---------------', 'r-------f-------'] },
  comp: { patch: 'warmPad', patterns: ['h...............'], centre: 60 },
  pad: 'glass',
  arpeggio: { patch: 'harp', every: 2 },
  melody: {
    patches: ['bell', 'glass', 'vibraphone'],
    low: 72,
    rhythms: ['x-------..x-----', '....x-----------', 'x-----x---------'],
  },
  balance: { drums: -12, pad: 3, comp: 2, bass: -3 },
  reverb: 0.62,
};

const afrobeat: Style = {
  name: 'afrobeat',
  tempo: [102, 116],
  swing: 0.53,
  scale: 'dorian',
  verse: list('0:min7 0:min7 5:dom9 5:dom9', '0:min7 10:six 0:min7 5:dom9'),
  chorus: list('0:min9 3:maj7 5:dom9 10:six', '5:dom9 0:min7 10:six 0:min7'),
  kit: 'acoustic',
  drums: [
    {
      kick: '9.....5..8....5.',
      rim: '...6..6...6.6...',
      hat: '5.4.5.4.5.4.5.4.',
      conga: '..5...54..5...5.',
      lowConga: '......4.......4.',
      shaker: '5343534353435343',
    },
  ],
  chorusDrums: [
    {
      kick: '9..5..5..8....5.',
      snare: '....6.......6..3',
      rim: '...6..6...6.6...',
      openHat: '..4...4...4...4.',
      conga: '..5..454..5..45.',
      cowbell: '5..5..5...5.5...',
      shaker: '5343534353435343',
    },
  ],
  bass: { patch: 'fingerBass', lines: ['r..r..o.r.f...s.', 'r.r...s.f..r..a.', 'r..o..f...r.t.f.'] },
  comp: {
    patch: 'muted',
    patterns: ['..x..x....x..x..', 'x.3.x.3.x.3.x.32', '1.3x.24.1.3x.2.4'],
    centre: 64,
  },
  arpeggio: { patch: 'muted', every: 2 },
  pad: 'organ',
  melody: {
    patches: ['brass', 'organ'],
    low: 64,
    rhythms: ['x.x-..x-..x-x---', '..x-x.x-....x-x-', 'x--x--x-....x.x.'],
  },
  reverb: 0.2,
};

const rock: Style = {
  name: 'rock',
  tempo: [114, 136],
  swing: 0.5,
  scale: 'majorPentatonic',
  verse: list('0:five 5:five 9:five 7:five', '0:five 10:five 5:five 0:five', '9:five 5:five 0:five 7:five'),
  chorus: list('5:five 0:five 7:five 9:five', '0:five 7:five 9:five 5:five'),
  kit: 'acoustic',
  drums: [{ kick: '9.....7.9.......', snare: '....9.......9...', hat: '7.5.7.5.7.5.7.5.' }],
  chorusDrums: [
    { kick: '9..7..7.9.7...7.', snare: '....9.......9...', openHat: '6.4.6.4.6.4.6.4.' },
    { kick: '9.....7.9.7.....', snare: '....9..3.3..9...', ride: '7.5.7.5.7.5.7.5.' },
  ],
  bass: { patch: 'fingerBass', lines: ['r.r.r.r.r.r.r.r.', 'r.r.r.r.r.r.f.a.', 'r--.r.r.r--.o.f.'] },
  comp: {
    patch: 'distorted',
    patterns: ['h.......h.....x.', 'x.x.x.x.x.x.x.x.', 'h...x.h...x.x.h.'],
    centre: 52,
  },
  pad: 'organ',
  melody: {
    patches: ['lead', 'distorted'],
    low: 64,
    rhythms: ['x-x-x---x-x-x---', 'x---x-x-..x-x---', '..x-x-x-x-------'],
  },
  balance: { comp: 1.5, drums: 1 },
  reverb: 0.22,
};

const jazz: Style = {
  name: 'jazz',
  tempo: [116, 152],
  swing: 0.5,
  swingEighths: 0.64,
  scale: 'major',
  verse: list('2:min9 7:dom13 0:maj9 9:dom9', '0:maj9 9:min7 2:min9 7:dom13', '4:half 9:dom7 2:min9 7:dom13'),
  chorus: list('5:maj7 10:dom9 0:maj9 9:dom7', '5:min7 10:dom9 3:maj7 7:dom13'),
  kit: 'acoustic',
  drums: [{ ride: '8...6.5.8...6.5.', hat: '....5.......5...', kick: '3.......3.......' }],
  chorusDrums: [
    { ride: '8...7.5.8...7.5.', hat: '....6.......6...', snare: '......2.......3.', kick: '5......3..3.....' },
  ],
  bass: { patch: 'fingerBass', lines: ['r---t---f---a---', 'r---f---o---a---', 'r---s---f---a---'] },
  comp: {
    patch: 'piano',
    patterns: ['x.....x.........', '......x.......x.', '....x.....x.....'],
    centre: 62,
  },
  melody: {
    patches: ['vibraphone', 'brass', 'piano'],
    low: 65,
    rhythms: ['x.x.x-x-..x.x---', '..x.x.x.x---x-x-', 'x---x.x.x.x.x---'],
  },
  balance: { drums: -3, bass: 1 },
  reverb: 0.26,
};

const reggae: Style = {
  name: 'reggae',
  tempo: [70, 82],
  swing: 0.55,
  scale: 'mixolydian',
  verse: list('0:maj 5:maj 0:maj 7:maj', '9:min7 2:min7 9:min7 5:maj', '0:maj 10:maj 5:maj 0:maj'),
  chorus: list('5:maj 7:maj 0:maj 9:min7', '2:min7 5:maj 0:maj 7:maj'),
  kit: 'acoustic',
  drums: [{ kick: '........9.......', rim: '........8......3', hat: '5.6.5.6.5.6.5.65' }],
  chorusDrums: [
    { kick: '9.......9.......', rim: '........8.......', hat: '5.6.5.6.5.6.5.65', conga: '......4...4...4.' },
  ],
  bass: { patch: 'subBass', lines: ['r--.r-f-..t-f-..', '..r-f-r-....r-t-', 'r---..f-o-f-..r-'] },
  comp: { patch: 'organ', patterns: ['....x.......x...', '....x..x....x..x'], centre: 66 },
  arpeggio: { patch: 'muted', every: 2 },
  melody: {
    patches: ['whistle', 'brass', 'vibraphone'],
    low: 66,
    rhythms: ['x-x-x---....x-x-', '..x-x-x-x-------', 'x---..x-x-..x---'],
  },
  balance: { bass: 2.5, arpeggio: -2 },
  reverb: 0.36,
};

const pop: Style = {
  name: 'pop',
  tempo: [98, 116],
  swing: 0.5,
  scale: 'majorPentatonic',
  verse: list('9:min7 5:add9 0:maj 7:sus4', '0:add9 9:min7 5:maj7 7:maj'),
  chorus: list('5:add9 7:maj 9:min7 0:add9', '0:maj 7:maj 9:min7 5:add9'),
  kit: 'electronic',
  drums: [{ kick: '9.....6.8.......', snare: '....8.......8...', hat: '5.4.5.4.5.4.5.4.' }],
  chorusDrums: [
    {
      kick: '9...9...9...9...',
      clap: '....8.......8...',
      snare: '....6.......6...',
      openHat: '..5...5...5...5.',
      hat: '4343434343434343',
    },
  ],
  bass: { patch: 'synthBass', lines: ['r.r.r.r.r.r.r.r.', 'r--r--r-r--r--o-', 'r---..r.r---..o.'] },
  comp: {
    patch: 'piano',
    patterns: ['h...x...h...x...', 'h.....h.....h...', 'x..x..x.x..x..x.'],
    centre: 63,
  },
  pad: 'warmPad',
  arpeggio: { patch: 'arpeggio', every: 2 },
  melody: {
    patches: ['lead', 'bell', 'whistle'],
    low: 67,
    rhythms: ['x.x.x-x-x---..x-', 'x--x--x-x--x--x-', '..x.x.x-x-x-x---'],
  },
  reverb: 0.3,
  duck: 0.3,
};

export const STYLES = { soul, electronic, 'hip-hop': hipHop, folk, ambient, afrobeat, rock, jazz, reggae, pop };
export type StyleName = keyof typeof STYLES;
export const STYLE_NAMES = Object.keys(STYLES) as StyleName[];
