import type { Random } from '../random.ts';
import type { Bar, Timing } from './arrange.ts';
import type { Style } from './styles.ts';
import { pitchClasses, scaleNotes } from './theory.ts';
import type { Note } from './voices.ts';

interface Motif {
  rhythm: string;
  /** Steps along the scale from note to note. */
  moves: number[];
}

/** Where notes begin in a rhythm of sixteen steps, and how many steps each lasts. */
function onsets(rhythm: string): { step: number; length: number }[] {
  const found: { step: number; length: number }[] = [];
  for (let step = 0; step < rhythm.length; step++) {
    if (rhythm[step] !== 'x') continue;
    let length = 1;
    while (rhythm[step + length] === '-') length++;
    found.push({ step, length });
  }
  return found;
}

function motif(rhythm: string, random: Random): Motif {
  const lean = random.pick([-1, 1]);
  return {
    rhythm,
    moves: onsets(rhythm).map(() => (random.chance(0.7) ? lean : -lean) * random.pick([0, 1, 1, 1, 2, 2, 3])),
  };
}

/**
 * A tune: one motif for verses and one for choruses, each phrase of four bars said as A, B, A, ending. Long notes and
 * notes on a beat are tones of the chord; the others stay off the half steps beside it.
 */
export function melody(style: Style, bars: readonly Bar[], tonic: number, clock: Timing, random: Random): Note[] {
  const tune = { verse: motifs(style, random.fork('verse')), chorus: motifs(style, random.fork('chorus')) };
  const touch = random.fork('touch');
  const notes: Note[] = [];
  let last = style.melody.low + 6;
  for (const [i, bar] of bars.entries()) {
    if (bar.kind === 'intro' || bar.kind === 'outro') continue;
    const chorus = bar.kind === 'chorus';
    const firstVerse =
      !chorus && !bars.slice(0, i - bar.place).some(({ kind }) => kind === 'verse' || kind === 'chorus');
    const [a, b, ending] = tune[bar.kind];
    const said = bar.place === 3 ? ending : bar.place === 1 ? b : a;
    if (firstVerse && bar.place % 2 === 1) continue;
    const low = style.melody.low + (chorus ? 3 : 0);
    const classes = pitchClasses(bar.chord, tonic);
    const safe = scaleNotes(style.scale, tonic, low - 3, low + 15).filter(
      (note) =>
        classes.includes(note % 12) ||
        !classes.some((tone) => (note - tone + 12) % 12 === 1 || (tone - note + 12) % 12 === 1),
    );
    const stable = Array.from({ length: 19 }, (_, n) => low - 3 + n).filter((note) =>
      classes.slice(0, 4).includes(note % 12),
    );
    for (const [n, { step, length }] of onsets(said.rhythm).entries()) {
      const strong = step % 4 === 0 || length >= 3;
      const wanted = stepwise(safe, last, n === 0 ? 0 : (said.moves[n] ?? 0));
      const centred = wanted > low + 12 ? wanted - 3 : wanted < low ? wanted + 3 : wanted;
      last = closest(strong && stable.length > 0 ? stable : safe, centred);
      notes.push({
        time: Math.max(0, clock.at(i, step) + touch.range(-0.006, 0.01)),
        duration: length * clock.step * 0.94,
        midi: last,
        velocity: (strong ? 0.85 : 0.7) * touch.range(0.9, 1.08) * (chorus ? 1 : 0.88),
      });
    }
  }
  return notes;
}

function motifs(style: Style, random: Random): [Motif, Motif, Motif] {
  const [first, second] = random.shuffled(style.melody.rhythms);
  return [motif(first!, random), motif(second ?? first!, random), motif('x---x-x-x-------', random)];
}

const closest = (notes: readonly number[], to: number): number =>
  notes.reduce((best, note) => (Math.abs(note - to) < Math.abs(best - to) ? note : best), notes[0] ?? to);

function stepwise(notes: readonly number[], from: number, steps: number): number {
  const at = notes.indexOf(closest(notes, from));
  return notes[Math.min(notes.length - 1, Math.max(0, at + steps))] ?? from;
}
