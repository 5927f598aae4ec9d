import type { Random } from '../random.ts';
import type { Style } from './styles.ts';
import type { Chord } from './theory.ts';

type SectionKind = 'intro' | 'verse' | 'chorus' | 'outro';

export interface Bar {
  kind: SectionKind;
  chord: Chord;
  /** The chord that comes after it. */
  next: Chord;
  /** Its place in its section of four bars. */
  place: number;
  /** The last bar before another section: drums fill it. */
  turn: boolean;
}

export interface Timing {
  /** Seconds from the start to a place in the song, in bars and sixteenths of a bar (which may have a fraction). */
  at(bar: number, step: number): number;
  /** Seconds of one sixteenth. */
  step: number;
  tempo: number;
}

/** Silence that the last chord has to ring in, in seconds. */
const TAIL = 1.6;

/** The tempo that makes whole bars of exactly `seconds`: intro of two or four, blocks of four, and one last bar. */
export function barsFor(seconds: number, tempo: number): { bars: number; tempo: number } {
  const body = Math.max(0.5, seconds - TAIL);
  const wanted = (body * tempo) / 240;
  if (wanted < 6) {
    const bars = Math.max(1, Math.round(wanted));
    return { bars, tempo: wanted < 1 ? tempo : (bars * 240) / body };
  }
  const bars = 2 * Math.round((wanted - 1) / 2) + 1;
  return { bars, tempo: (bars * 240) / body };
}

/** Maps steps to seconds with the style's swing; sixteenths or, in jazz, eighths come late. */
export function timing(style: Style, tempo: number): Timing {
  const beat = 60 / tempo;
  const late = (position: number, swing: number) =>
    position < 0.5 ? position * 2 * swing : swing + (position - 0.5) * 2 * (1 - swing);
  const swung = (step: number) => {
    if (style.swingEighths) return Math.floor(step / 4) + late((step % 4) / 4, style.swingEighths);
    return (Math.floor(step / 2) + late((step % 2) / 2, style.swing)) / 2;
  };
  return { tempo, step: beat / 4, at: (bar, step) => (bar * 4 + swung(step)) * beat };
}

const BLOCKS: SectionKind[][] = [
  ['chorus'],
  ['verse', 'chorus'],
  ['verse', 'chorus', 'chorus'],
  ['verse', 'chorus', 'verse', 'chorus'],
  ['verse', 'verse', 'chorus', 'verse', 'chorus'],
  ['verse', 'verse', 'chorus', 'verse', 'chorus', 'chorus'],
  ['verse', 'verse', 'chorus', 'verse', 'verse', 'chorus', 'chorus'],
];

/** Lays out a song of `count` bars: intro, verses and choruses of four, one bar to end on. */
export function arrange(style: Style, count: number, random: Random): Bar[] {
  const progressions = { verse: random.pick(style.verse), chorus: random.pick(style.chorus) };
  const kinds = sections(count);
  const home = progressions.verse.find(({ root }) => root === 0) ?? progressions.verse[0]!;
  let place = -1;
  const chords = kinds.map((kind, i) => {
    place = kind === kinds[i - 1] && place < 3 ? place + 1 : 0;
    if (kind === 'outro') return { chord: home, place };
    const progression = progressions[kind === 'chorus' ? 'chorus' : 'verse'];
    return { chord: progression[place % progression.length]!, place };
  });
  return chords.map(({ chord, place }, i) => ({
    kind: kinds[i]!,
    chord,
    next: chords[i + 1]?.chord ?? home,
    place,
    turn: place === 3 || (kinds[i + 1] !== undefined && kinds[i + 1] !== kinds[i]),
  }));
}

function sections(count: number): SectionKind[] {
  const repeat = (kind: SectionKind, bars: number) => Array.from({ length: bars }, () => kind);
  if (count < 6) return [...repeat('chorus', count - 1), 'outro'];
  const intro = (count - 1) % 4 === 0 ? 4 : (count - 1) % 4;
  const blocks = (count - 1 - intro) / 4;
  const plan: SectionKind[] = [];
  while (plan.length < blocks) plan.push(...(BLOCKS[Math.min(blocks - plan.length, BLOCKS.length) - 1] ?? ['chorus']));
  return [...repeat('intro', intro), ...plan.flatMap((kind) => repeat(kind, 4)), 'outro'];
}
