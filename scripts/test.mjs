// `npm test`: sets up what is missing, then runs every test. Ends with one line: how many passed and failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { build, install, needChromium, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
needChromium();
build();

const reports = mkdtempSync(join(tmpdir(), 'scoville-reports-'));
const env = { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH, FORCE_COLOR: '0' };
const total = { passed: 0, failed: 0, skipped: 0 };

/** Runs one stage and adds what `count` finds; a stage that fails without a count is one failure. */
function stage(name, command, args, count) {
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  const counted = count();
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key] ?? 0;
  console.log(
    `${name}: ${counted.passed} passed, ${counted.failed} failed, in ${Math.round((Date.now() - started) / 1000)} s`,
  );
}

const report = (name) => {
  const file = join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

stage('check', 'npm', ['run', '--silent', 'check'], () => ({ passed: 0, failed: 0 }));

stage(
  'server and rules',
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
  () => {
    const found = report('vitest.json');
    // A file that cannot be loaded or prepared fails without a test of it that does.
    const silent = (found?.testResults ?? []).filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    );
    return {
      passed: found?.numPassedTests ?? 0,
      failed: found ? found.numFailedTests + silent.length : 1,
      skipped: (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0),
    };
  },
);

env.PLAYWRIGHT_JSON_OUTPUT_NAME = join(reports, 'playwright.json');
stage('journeys', node, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json'], () => {
  const found = report('playwright.json')?.stats;
  return {
    passed: found?.expected ?? 0,
    failed: (found?.unexpected ?? 1) + (found?.flaky ?? 0),
    skipped: found?.skipped ?? 0,
  };
});

if (existsSync(join(root, 'scripts/faults.ts')))
  stage(
    'faults',
    node,
    [join(root, 'scripts/faults.ts'), '--short', '--report', join(reports, 'faults.json')],
    () => report('faults.json') ?? { passed: 0, failed: 1 },
  );

rmSync(reports, { recursive: true, force: true });
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);
