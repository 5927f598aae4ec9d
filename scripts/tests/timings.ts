// The costs of a run: printed at its end, and kept for the next runs and for docs/testing.md.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Cpu, totalCpu } from './cpu.ts';
import { KINDS } from './processes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** In an ignored place that only a new installation empties. */
const KEPT = join(ROOT, 'node_modules/.cache/tests/timings.json');
const SLOWEST = 20;

export interface Cost {
  /** Seconds. */
  wall: number;
  /** Null where the system has no /proc. */
  cpu: Cpu | null;
}

interface StageCost extends Cost {
  passed: number;
  failed: number;
  skipped: number;
}

export interface TestTime {
  file: string;
  test: string;
  seconds: number;
}

export interface Timings {
  /** The last measurement of each stage. */
  stages: Record<string, StageCost>;
  /** Wall seconds of whole commands. */
  commands: Record<string, number>;
  /** Seconds of each test file, by stage. */
  files: Record<string, Record<string, number>>;
  slowest: TestTime[];
}

export function readTimings(path = KEPT): Timings {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Timings;
  } catch (error) {
    // The first run, or one that was killed while it wrote.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return { stages: {}, commands: {}, files: {}, slowest: [] };
    throw error;
  }
}

/** Adds a run to the kept timings. Stages and files that were not part of the run keep what they had. */
export function storeTimings(run: Timings, path = KEPT): void {
  const before = readTimings(path);
  const files = { ...before.files };
  for (const [stage, seconds] of Object.entries(run.files)) files[stage] = { ...files[stage], ...seconds };
  const kept: Timings = {
    stages: { ...before.stages, ...run.stages },
    commands: { ...before.commands, ...run.commands },
    files,
    slowest: run.slowest,
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(kept, null, 1));
  renameSync(`${path}.new`, path);
}

export const slowestOf = (tests: readonly TestTime[]): TestTime[] =>
  tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);

/** Seconds of each file, as the sum of its tests. */
export function secondsByFile(tests: readonly TestTime[]): Record<string, number> {
  const files: Record<string, number> = {};
  for (const { file, seconds } of tests) files[file] = (files[file] ?? 0) + seconds;
  return files;
}

/** A table of stages and a list of the slowest tests, in lines. */
export function timingLines(stages: Record<string, Cost>, slowest: readonly TestTime[]): string[] {
  const rows = Object.entries(stages).map(([name, { wall, cpu }]) => [
    name,
    ...[wall, ...(cpu ? [totalCpu(cpu), ...KINDS.map((kind) => cpu[kind])] : [])].map((seconds) => seconds.toFixed(1)),
  ]);
  const table = [['seconds', 'wall', 'CPU', ...KINDS], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  if (slowest.length === 0) return lines;
  const tests = slowest.map(({ file, test, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file} > ${test}`);
  return [...lines, `The ${slowest.length} slowest tests (seconds):`, ...tests];
}
