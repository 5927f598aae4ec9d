// `npm test`: sets up what is missing, then runs every test. Ends with what was skipped and why, and one line: how many
// passed and failed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build, install, needChromium, needFfmpeg, node, root } from './setup.mjs';
import { Stages } from './stages.mjs';

install();
needFfmpeg();
needChromium();
build();

const reports = mkdtempSync(join(tmpdir(), 'scoville-reports-'));
const report = (name) => {
  const file = join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};
const stages = new Stages(root);

const check = stages.run('check', 'npm', ['run', '--silent', 'check'], { aside: true }, () => ({
  passed: 0,
  failed: 0,
}));
const VITEST = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
  '--reporter=./scripts/skipped.reporter.ts',
];
const why = { SKIPPED_REPORT: join(reports, 'skipped.json') };
await stages.run('server and rules', node, VITEST, { settings: why }, () => {
  const found = report('vitest.json');
  // A file that cannot be loaded or prepared fails without a test of it that does.
  const silent = (found?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: found?.numPassedTests ?? 0,
    failed: found ? found.numFailedTests + silent.length : 1,
    failures: (found?.testResults ?? []).flatMap((file) => failuresOf(file, silent)),
    skipped: report('skipped.json') ?? [],
  };
});
await check;

// These wait more than they work: for pages, and for what was killed to come back. Two browsers, each with a product of
// its own, share the journeys file by file.
const PLAYWRIGHT = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json'];
const onTwo = { JOURNEYS_PRODUCTS: '2', PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json') };
const journeys = stages.run('journeys', node, PLAYWRIGHT, { settings: onTwo }, () => {
  const found = report('journeys.json');
  return {
    passed: found?.stats.expected ?? 0,
    failed: (found?.stats.unexpected ?? 1) + (found?.stats.flaky ?? 0),
    failures: (found?.suites ?? []).flatMap(failuresIn),
    skipped: (found?.suites ?? []).flatMap(skippedIn),
  };
});
const FAULTS = [join(root, 'scripts/faults.ts'), '--short', '--report', join(reports, 'faults.json')];
await Promise.all([
  journeys,
  stages.run('faults', node, FAULTS, { aside: true }, () => report('faults.json') ?? { passed: 0, failed: 1 }),
]);

rmSync(reports, { recursive: true, force: true });
process.exit(stages.end());

/** What failed in a file of vitest's report: its tests, or the file itself where it is among the silent ones. */
function failuresOf(file, silent) {
  const name = relative(root, file.name);
  if (silent.includes(file)) return [{ test: name, why: file.message }];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ test: `${name} > ${fullName}`, why: failureMessages.join(' ') }));
}

/** What failed in a suite of Playwright's report. */
function failuresIn(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        test: `${file} > ${title}`,
        why: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join(' '),
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresIn)];
}

/** What a suite of Playwright's report skipped, and why. */
function skippedIn(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        test: `${file} > ${title}`,
        why: annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? null,
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(skippedIn)];
}
