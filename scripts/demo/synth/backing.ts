import type { Random } from '../random.ts';
import type { Bar, Timing } from './arrange.ts';
import type { Drum } from './drums.ts';
import type { Groove, Style } from './styles.ts';
import { QUALITIES, nearest, voicing } from './theory.ts';
import type { Note } from './voices.ts';

export interface Hit {
  drum: Drum;
  time: number;
  /** 0 to 1. */
  strength: number;
}

/** The bass: the style's lines, one for verses and one for choruses; the last bar is one long root. */
export function bassNotes(style: Style, bars: readonly Bar[], tonic: number, clock: Timing, random: Random): Note[] {
  const lines = random.shuffled(style.bass.lines);
  const notes: Note[] = [];
  for (const [i, bar] of bars.entries()) {
    if (bar.kind === 'intro' && bar.place < 2) continue;
    const line = bar.kind === 'outro' ? 'r---------------' : (lines[bar.kind === 'chorus' ? 1 : 0] ?? lines[0]!);
    const root = nearest((tonic + bar.chord.root) % 12, 35);
    const tones = QUALITIES[bar.chord.quality];
    const above: Record<string, number> = { r: 0, f: 7, o: 12, t: tones[1], s: tones[3] ?? 10 };
    for (let step = 0; step < 16; step++) {
      const mark = line[step] ?? '.';
      if (mark === '.' || mark === '-') continue;
      let length = 1;
      while (line[step + length] === '-') length++;
      const midi = mark === 'a' ? nearest((tonic + bar.next.root + 11) % 12, root) : root + (above[mark] ?? 0);
      notes.push({
        time: Math.max(0, clock.at(i, step) + random.range(-0.003, 0.005)),
        duration: length * clock.step * 0.92,
        midi,
        velocity: (step === 0 ? 0.95 : 0.8) * random.range(0.92, 1.05),
      });
    }
  }
  return notes;
}

export interface Harmony {
  comp: Note[];
  pad: Note[];
  arpeggio: Note[];
}

/** Chords as the style plays them, the held ones under choruses, and broken ones; voices move as little as they can. */
export function harmony(style: Style, bars: readonly Bar[], tonic: number, clock: Timing, random: Random): Harmony {
  const patterns = random.shuffled(style.comp.patterns);
  const order = random.pick([
    [0, 1, 2, 3, 2, 1],
    [0, 2, 1, 3],
    [3, 2, 1, 0],
    [0, 1, 2, 1, 3, 2],
  ]);
  const found: Harmony = { comp: [], pad: [], arpeggio: [] };
  let tones: number[] = [];
  for (const [i, bar] of bars.entries()) {
    tones = voicing(bar.chord, tonic, tones, style.comp.centre);
    const start = clock.at(i, 0);
    const whole = clock.step * 16;
    if (bar.kind === 'outro') {
      for (const [n, midi] of tones.entries())
        found.comp.push({ time: start + n * 0.012, duration: whole, midi, velocity: 0.8 });
    } else {
      const pattern = patterns[bar.kind === 'chorus' ? 1 % patterns.length : 0]!;
      found.comp.push(...comping(pattern, tones, (step) => clock.at(i, step), clock.step, random));
    }
    const open = bar.kind === 'chorus' || bar.kind === 'outro';
    if (style.pad && (open || style.name === 'ambient')) {
      for (const midi of tones) found.pad.push({ time: start, duration: whole * 1.02, midi, velocity: 0.8 });
    }
    if (style.arpeggio && (bar.kind === 'chorus' || bar.kind === 'intro')) {
      for (let step = 0, n = 0; step < 16; step += style.arpeggio.every, n++) {
        const midi =
          (tones[(order[n % order.length] ?? 0) % tones.length] ?? style.comp.centre) + (n % 8 > 5 ? 12 : 12 * (n % 2));
        const velocity = (step % 4 === 0 ? 0.85 : 0.6) * random.range(0.85, 1.05);
        found.arpeggio.push({
          time: clock.at(i, step),
          duration: clock.step * style.arpeggio.every * 0.9,
          midi,
          velocity,
        });
      }
    }
  }
  return found;
}

function comping(
  pattern: string,
  tones: readonly number[],
  at: (step: number) => number,
  step: number,
  random: Random,
): Note[] {
  const notes: Note[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const mark = pattern[i] ?? '.';
    if (mark === '.') continue;
    let until = i + 1;
    while (until < 16 && pattern[until] === '.') until++;
    const duration = step * (mark === 'x' ? 1.3 : mark === 'h' ? (until - i) * 0.97 : 5);
    const velocity = (i % 4 === 0 ? 0.9 : 0.75) * random.range(0.88, 1.06);
    const chosen = mark === 'x' || mark === 'h' ? tones : [picked(tones, Number(mark))];
    for (const [n, midi] of chosen.entries()) {
      notes.push({ time: Math.max(0, at(i) + n * 0.007 + random.range(-0.003, 0.004)), duration, midi, velocity });
    }
  }
  return notes;
}

/** The first mark is the lowest tone, an octave down as a thumb plays it. */
const picked = (tones: readonly number[], mark: number): number =>
  mark === 1 ? (tones[0] ?? 48) - 12 : (tones[(mark - 1) % tones.length] ?? 60);

/** The drums: grooves by section, a run before a new section and a cymbal on it. */
export function drumHits(style: Style, bars: readonly Bar[], clock: Timing, random: Random): Hit[] {
  const grooves = { verse: random.pick(style.drums), chorus: random.pick(style.chorusDrums) };
  const run = random.pick(['....4566', '..5.5678', '5..55..7', '......68']);
  const hits: Hit[] = [];
  const quiet = Object.keys(grooves.verse).length === 0;
  for (const [i, bar] of bars.entries()) {
    const at = (step: number) => Math.max(0, clock.at(i, step) + random.range(-0.002, 0.004));
    if (bar.kind === 'outro') {
      if (!quiet)
        hits.push({ drum: 'kick', time: at(0), strength: 0.9 }, { drum: 'crash', time: at(0), strength: 0.5 });
      continue;
    }
    const groove = bar.kind === 'chorus' ? grooves.chorus : bar.kind === 'verse' ? grooves.verse : light(grooves.verse);
    const fill = bar.turn && bar.kind !== 'intro' && !quiet;
    for (const [drum, line] of Object.entries(groove) as [Drum, string][]) {
      for (let step = 0; step < 16; step++) {
        const mark = Number(line[step] ?? 0) || 0;
        if (mark === 0 || (fill && step >= 12 && (drum === 'snare' || drum === 'clap'))) continue;
        hits.push({ drum, time: at(step), strength: (mark / 9) * random.range(0.88, 1.06) });
      }
    }
    if (fill) {
      for (let step = 8; step < 16; step++) {
        const mark = Number(run[step - 8]) || 0;
        if (mark > 0)
          hits.push({
            drum: step % 4 === 3 && style.kit === 'acoustic' ? 'tom' : 'snare',
            time: at(step),
            strength: mark / 10,
          });
      }
    }
    if (bar.kind === 'chorus' && bar.place === 0 && !quiet) hits.push({ drum: 'crash', time: at(0), strength: 0.55 });
  }
  return hits;
}

const light = ({ hat, shaker, ride, rim }: Groove): Groove => ({
  ...(hat ? { hat } : {}),
  ...(shaker ? { shaker } : {}),
  ...(ride ? { ride } : {}),
  ...(rim && !hat ? { rim } : {}),
});
