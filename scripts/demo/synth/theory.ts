/** Semitones above the root. */
export const QUALITIES = {
  maj: [0, 4, 7],
  min: [0, 3, 7],
  five: [0, 7, 12],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  six: [0, 4, 7, 9],
  add9: [0, 4, 7, 14],
  madd9: [0, 3, 7, 14],
  maj7: [0, 4, 7, 11],
  min7: [0, 3, 7, 10],
  dom7: [0, 4, 7, 10],
  half: [0, 3, 6, 10],
  maj9: [0, 4, 7, 11, 14],
  min9: [0, 3, 7, 10, 14],
  dom9: [0, 4, 7, 10, 14],
  nine4: [0, 5, 7, 10, 14],
  dom13: [0, 4, 10, 14, 21],
} as const;
type Quality = keyof typeof QUALITIES;

/** Semitones of the root above the key's tonic, and what stands on it. */
export interface Chord {
  root: number;
  quality: Quality;
}

const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  majorPentatonic: [0, 2, 4, 7, 9],
  minorPentatonic: [0, 3, 5, 7, 10],
  blues: [0, 3, 5, 6, 7, 10],
} as const;
export type Scale = keyof typeof SCALES;

/** Hertz of a MIDI note, A4 (69) at 440 Hz, equal temperament. */
export const hertz = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

/** Reads `0:maj7 5:min9` into chords. */
export function chords(text: string): Chord[] {
  return text.split(' ').map((word) => {
    const [root, quality] = word.split(':');
    if (!quality || !(quality in QUALITIES)) throw new RangeError(`No chord is called ${word}.`);
    return { root: Number(root), quality: quality as Quality };
  });
}

/** The pitch classes (0 to 11, the key's tonic included) of a chord in a key. */
export const pitchClasses = (chord: Chord, tonic: number): number[] =>
  QUALITIES[chord.quality].map((tone) => (tonic + chord.root + tone) % 12);

/** Of all octaves of a pitch class, the one nearest to `near`. */
export function nearest(pitchClass: number, near: number): number {
  const up = near + ((((pitchClass - near) % 12) + 12) % 12);
  return up - near > 6 ? up - 12 : up;
}

/**
 * Places a chord's tones so that each moves as little as it can from the last voicing: voice leading by nearest
 * tones, within an octave and a half around `centre`.
 */
export function voicing(chord: Chord, tonic: number, last: readonly number[], centre: number): number[] {
  const classes = pitchClasses(chord, tonic);
  const placed = classes.map((pitchClass, i) => {
    const from = last[i] ?? centre + (i - classes.length / 2) * 3.5;
    return nearest(pitchClass, Math.round(from * 0.8 + (centre + (i - classes.length / 2) * 3) * 0.2));
  });
  const free = new Set<number>();
  return placed
    .map((note) => {
      let own = note;
      while (free.has(own)) own += 12;
      free.add(own);
      return own;
    })
    .sort((a, b) => a - b);
}

/** The notes of a scale from `low` to `high`, both included. */
export function scaleNotes(scale: Scale, tonic: number, low: number, high: number): number[] {
  const classes = new Set<number>(SCALES[scale].map((tone) => (tone + tonic) % 12));
  return Array.from({ length: high - low + 1 }, (_, i) => low + i).filter((note) => classes.has(note % 12));
}
