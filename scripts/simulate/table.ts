// `npm run simulation-table [-- SEED...]`: simulates a year with each seed, by default 1 to 10, and writes the results as a
// table into docs/simulation.md. Ten years take about an hour.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PAGE = resolve(import.meta.dirname, '../../docs/simulation.md');
const [BEGIN, END] = ['<!-- Written by npm run simulation-table. -->', '<!-- End of the table. -->'];

/** The lines of a simulation that become columns, and their heads. */
const COLUMNS: Record<string, string> = {
  capacity: 'capacity',
  'inside the promise': 'in time',
  'draw uniform': 'draw uniform',
  'same musician in a row': 'in a row',
  'severity recovered': 'severity',
  'band flips, plain mean': 'flips, plain',
  'band flips, corrected': 'flips, corrected',
  'reviewer hours': 'hours',
  compensations: 'compensations',
};

async function simulate(seed: string): Promise<Map<string, string>> {
  const [before, main] = ['without-mail.ts', 'main.ts'].map((file) => join(import.meta.dirname, file));
  const { stdout } = await run(process.execPath, ['--import', before!, main!, '--seed', seed]);
  const lines = stdout.trim().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));
}

/** A figure without what the head of its column says. */
const bare = (figure: string | undefined): string =>
  figure?.replace(/^[pr] = | times the load$| \(\d+ draws\)$/g, '') ?? '';

const seeds =
  process.argv.length > 2 ? process.argv.slice(2) : Array.from({ length: 10 }, (_, index) => `${index + 1}`);
const rows: string[][] = [];
for (const seed of seeds) {
  const figures = await simulate(seed);
  rows.push([seed, ...Object.keys(COLUMNS).map((name) => bare(figures.get(name)))]);
  console.log(rows.at(-1)!.join(' | '));
}
const heads = ['seed', ...Object.values(COLUMNS)];
const table = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const page = readFileSync(PAGE, 'utf8');
const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
if (from < 0 || to < from) throw new Error(`There is no place for the table in ${PAGE}.`);
writeFileSync(PAGE, `${page.slice(0, from)}${BEGIN}\n\n${table}\n\n${page.slice(to)}`);
