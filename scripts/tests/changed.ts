// `npm run test:changed [-- REV]`: the tests that a change can affect. The change is everything since REV, which is the
// merge base with main or the last commit, with the working tree (docs/testing.md).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE } from './core.ts';
import { readSources } from './imports.ts';
import { ROOT, check, hasScreens, journeys, vitest } from './plan.ts';
import { selectJourneys } from './select-journeys.ts';
import { selectTests } from './select-tests.ts';
import { Stages } from './stages.ts';
import { readTimings } from './timings.ts';

/** Seconds for journeys that run in addition to the changed ones. Two workers share these seconds. */
const BUDGET = 150;
/** Estimate for a journey that hasn't run here yet. */
const SECONDS_PER_BYTE = 0.006;

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: ROOT, encoding: 'utf8' }).trim();

function defaultRevision(): string {
  try {
    const base = git('merge-base', 'HEAD', 'main');
    if (base !== git('rev-parse', 'HEAD')) return base;
  } catch {
    // A clone without a branch main.
  }
  return 'HEAD~1';
}

const revision = process.argv[2] ?? defaultRevision();
const lines = (text: string) => text.split('\n').filter((line) => line !== '');
/** Without removed files, because those that imported them have changed as well. */
const changed = [
  ...lines(git('diff', '--name-only', '--diff-filter=d', revision)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
];
const times = readTimings().files;
const seconds = (file: string): number =>
  times['other journeys']?.[file] === undefined && times['core journeys']?.[file] === undefined
    ? statSync(join(ROOT, file)).size * SECONDS_PER_BYTE
    : (times['other journeys']?.[file] ?? 0) + (times['core journeys']?.[file] ?? 0);
const sources = readSources(ROOT);
const affected = selectTests(changed, sources);
const selected = selectJourneys(changed, sources, seconds, BUDGET);

console.log(`${changed.length} files changed since ${revision}`);
console.log(`  ${affected === 'all' ? 'all' : affected.length} files of Vitest's tests run`);
for (const [journey, why] of selected.journeys) console.log(`  ${journey} runs: it ${why.join(', ')}`);
for (const [file, why] of selected.core) console.log(`  the core journeys run: ${file} ${why}`);
if (selected.leftOut.length > 0)
  console.log(
    `  ${selected.leftOut.length} less specific ones are left to npm run test:all: ${selected.leftOut.join(', ')}`,
  );

const reports = mkdtempSync(join(tmpdir(), 'scoville-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
const stages = new Stages(ROOT);
const isScreen = (file: string) => file.endsWith('.screen.test.tsx');
/** Nothing if no test is affected, because Vitest without a filter would run all. */
const tests = (name: string, projects: string[], belongs: (file: string) => boolean) => {
  const files = affected === 'all' ? [] : affected.filter(belongs);
  if (affected !== 'all' && files.length === 0) return [];
  return [stages.run(vitest(name, reports, [...projects.map((project) => `--project=${project}`), ...files]))];
};
await Promise.all([stages.run(check()), ...tests('units and server', ['units', 'server'], (file) => !isScreen(file))]);
if (hasScreens()) await Promise.all(tests('screens', ['screens'], isScreen));
if (selected.core.size > 0) await stages.run(journeys('core journeys', reports, ['--grep', CORE]));
if (selected.journeys.size > 0) {
  const beside = selected.core.size > 0 ? ['--grep-invert', CORE, '--pass-with-no-tests'] : [];
  const chosen = [...selected.journeys.keys()];
  await stages.run(journeys('journeys', reports, [...chosen, ...beside]));
}
process.exit(stages.end());
