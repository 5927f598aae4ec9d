import { MediaError } from '../media-error.ts';

export type Changing = 'picture' | 'sound';

/** The format of a stream changed on the way: ffmpeg builds its filters anew, and what they remember is lost. */
export class ChangedMidway extends MediaError {
  readonly what: Changing;

  constructor(what: Changing, detail: string) {
    super('changes-midway', detail);
    this.what = what;
  }
}

/** Where a stream enters the filters, which ffmpeg tells each time that it builds them. */
const ENTRANCES: readonly [Changing, RegExp][] = [
  ['sound', /^\[(graph.*?) @ \w+\] .*\b(samplefmt:\S+ samplerate:\S+ chlayout:.+)/],
  ['picture', /^\[(graph.*?) @ \w+\] .*\b(w:\d+ h:\d+ pixfmt:\S+)/],
];

/** Takes the lines of an ffmpeg that logs at level `verbose`, and throws ChangedMidway at the first change. */
export function watchEntrances(): (line: string) => void {
  const known = new Map<string, string>();
  return (line) => {
    for (const [what, pattern] of ENTRANCES) {
      const [, name = '', format = ''] = pattern.exec(line) ?? [];
      if (format === '') continue;
      const before = known.get(name);
      if (before !== undefined && before !== format) throw new ChangedMidway(what, `${before}, then ${format}`);
      known.set(name, format);
    }
  };
}

/** Pixels of a picture where it enters the filters; null for other lines. */
export function sizeInLine(line: string): { width: number; height: number; square: number } | null {
  const [, width, height] = /^\[graph.*?\] .*\bw:(\d+) h:(\d+) pixfmt:/.exec(line) ?? [];
  if (width === undefined || height === undefined) return null;
  const [, wide = '1', high = '1'] = /\bsar:(\d+)\/(\d+)/.exec(line) ?? [];
  const square = Number(wide) > 0 && Number(high) > 0 ? Number(wide) / Number(high) : 1;
  return { width: Number(width), height: Number(height), square };
}
