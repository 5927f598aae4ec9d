import { ProcessingError } from '../processing-error.ts';

export type Changing = 'picture' | 'sound';

/** The format of a stream changed midway. ffmpeg then rebuilds its filters, and they lose their state. */
export class ChangedMidway extends ProcessingError {
  readonly what: Changing;

  constructor(what: Changing, detail: string) {
    super('changes-midway', detail);
    this.what = what;
  }
}

/** Log lines with the format of a stream at the filters' input, written each time that the filters are built. */
const ENTRANCES: readonly [Changing, RegExp][] = [
  ['sound', /^\[(graph.*?) @ \w+\] .*\b(samplefmt:\S+ samplerate:\S+ chlayout:.+)/],
  ['picture', /^\[(graph.*?) @ \w+\] .*\b(w:\d+ h:\d+ pixfmt:\S+)/],
];

/** Returns a reader of log lines (level `verbose`) that throws ChangedMidway at the first change. */
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

/** The size of the picture in a line about the filters' input, and its pixel aspect ratio; null for other lines. */
export function sizeInLine(line: string): { width: number; height: number; square: number } | null {
  const [, width, height] = /^\[graph.*?\] .*\bw:(\d+) h:(\d+) pixfmt:/.exec(line) ?? [];
  if (width === undefined || height === undefined) return null;
  const [, wide = '1', high = '1'] = /\bsar:(\d+)\/(\d+)/.exec(line) ?? [];
  const square = Number(wide) > 0 && Number(high) > 0 ? Number(wide) / Number(high) : 1;
  return { width: Number(width), height: Number(height), square };
}
