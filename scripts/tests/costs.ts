// `npm run test:costs`: writes the costs of the last runs on this machine into the table of docs/testing.md, which also
// has the earlier costs (from docs/testing-costs.json).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { totalCpu } from './cpu.ts';
import { KINDS } from './processes.ts';
import { type Timings, readTimings } from './timings.ts';

interface Before {
  commit: string;
  cores: number;
  rows: { name: string; tests: number | null; wall: number | null; cpu: number | null }[];
}

const [BEGIN, END] = ['<!-- costs -->', '<!-- /costs -->'];

/** The table in Markdown; minutes throughout. */
export function costTable(before: Before, now: Timings, where: { commit: string; cores: number }): string {
  const minutes = (seconds: number) => (seconds / 60).toFixed(1);
  const row = (cells: string[]) =>
    `| ${[...cells, ...Array<string>(4 + KINDS.length - cells.length).fill('')].join(' | ')} |`;
  const { 'npm test': core, 'npm run test:rest': rest, 'npm run test:all': all } = now.commands;
  const both = all ?? (core !== undefined && rest !== undefined ? core + rest : undefined);
  const commands = Object.entries({ 'npm test': core, 'npm run test:all': both });
  return [
    row(['', 'tests', 'wall', 'CPU', ...KINDS]),
    `|${' --- |'.repeat(4 + KINDS.length)}`,
    row([`**before** (${before.commit}, ${before.cores} cores)`]),
    ...before.rows.map(({ name, tests, wall, cpu }) =>
      row([name, ...[tests, wall, cpu].map((one) => String(one ?? ''))]),
    ),
    ...(Object.keys(now.stages).length > 0 ? [row([`**now** (${where.commit}, ${where.cores} cores)`])] : []),
    ...Object.entries(now.stages).map(([name, { passed, failed, wall, cpu }]) =>
      row([
        name,
        String(passed + failed),
        minutes(wall),
        ...(cpu ? [totalCpu(cpu), ...KINDS.map((kind) => cpu[kind])].map(minutes) : []),
      ]),
    ),
    ...commands.flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [row([`\`${name}\``, '', minutes(seconds)])],
    ),
  ].join('\n');
}

/** Replaces the text between the two markers. */
export function between(page: string, table: string): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`The page has no ${BEGIN} before ${END}.`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${table}\n\n${page.slice(end)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '../..');
  const path = join(root, 'docs/testing.md');
  const before = JSON.parse(readFileSync(join(root, 'docs/testing-costs.json'), 'utf8')) as Before;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const page = between(
    readFileSync(path, 'utf8'),
    costTable(before, readTimings(), { commit, cores: availableParallelism() }),
  );
  writeFileSync(path, await format(page, { ...(await resolveConfig(path)), filepath: path }));
}
