// The order of the journeys' files: the longest first, so that both workers end at about the same time.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTimings } from './timings.ts';

export interface Measured {
  file: string;
  bytes: number;
  /** Undefined for a file that hasn't run here yet. */
  seconds: number | undefined;
}

/**
 * Groups of files, each of about the same time in total, the longest files first. A file without a time counts like its
 * size: seconds by byte as in the other files.
 */
export function longestFirst(files: readonly Measured[], groups: number): string[][] {
  const known = files.filter(({ seconds }) => seconds !== undefined);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const bytes = sum(known.map((one) => one.bytes));
  const perByte = bytes > 0 ? sum(known.map((one) => one.seconds ?? 0)) / bytes : 1;
  const length = (one: Measured) => one.seconds ?? one.bytes * perByte;
  const sorted = files.toSorted((a, b) => length(b) - length(a));
  const share = sum(sorted.map(length)) / groups;
  const result: string[][] = Array.from({ length: groups }, () => []);
  let before = 0;
  for (const one of sorted) {
    result[Math.min(groups - 1, share > 0 ? Math.floor(before / share) : 0)]!.push(one.file);
    before += length(one);
  }
  return result.filter((group) => group.length > 0);
}

/** True for `journeys/alone/`, whose journeys run one at a time. */
export const runsAlone = (file: string): boolean => /(^|\/)alone\//.test(file);

/**
 * Groups the files of a stage into Playwright's projects. It runs projects in this order, and their files alphabetically.
 * They are few, because a worker restarts its browser for each.
 */
export function journeyGroups(
  folder: string,
  { stage, isAlone }: { stage: string | undefined; isAlone: boolean },
): string[][] {
  const seconds = stage === undefined ? {} : (readTimings().files[stage] ?? {});
  const files = globSync('**/*.spec.ts', { cwd: folder })
    .filter((file) => runsAlone(file) === isAlone)
    .map((file) => ({ file, bytes: statSync(join(folder, file)).size, seconds: seconds[`journeys/${file}`] }));
  return longestFirst(files, stage === undefined || isAlone ? 1 : 4);
}
