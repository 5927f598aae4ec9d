import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { patient } from './scripts/patience.ts';
import './scripts/run-folder.ts';

const tests = globSync('{contract,server,web,fixtures,demo,scripts,bench}/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: (path) => /node_modules|dist|\.screen\.test\./.test(path),
});
/** Who asks the testkit for a database or a server gets a PostgreSQL; the others are units and start none. */
const asksForDatabase = (path: string): boolean =>
  /\/testkit\/(server|mail-server|database|payments)\.ts'|\.\/(server|database)\.ts'/.test(readFileSync(path, 'utf8'));
const [server, units] = [tests.filter(asksForDatabase), tests.filter((path) => !asksForDatabase(path))];

export default defineConfig({
  test: {
    setupFiles: [
      'server/testkit/console.setup.ts',
      'server/testkit/whole-lengths.setup.ts',
      'server/testkit/mocks.setup.ts',
      'server/testkit/hash-cost.setup.ts',
    ],
    pool: 'forks',
    // Loading the product anew for each file takes a quarter of the time. Not with a bucket, which is the file's.
    isolate: process.env['TEST_STORE'] === 's3',
    // Each waits for more than half of its time: for the database, or for what it started.
    maxWorkers: availableParallelism() * 2,
    // For what hangs. A disk that is slow for a minute is not.
    testTimeout: patient(180_000),
    hookTimeout: patient(180_000),
    teardownTimeout: patient(180_000),
    expect: { poll: { timeout: patient(120_000), interval: 20 } },
    // Screens have no offline page: journeys/offline.spec.ts looks at it.
    onConsoleLog: (log) => !log.startsWith('Service Worker registration blocked'),
    // Chance is welcome in property tests, but a failure must be repeatable: fast-check prints its seed.
    sequence: { shuffle: false },
    // The screens define NODE_ENV as "production", and Vitest passes that on to the processes of all projects.
    env: { NODE_ENV: 'test' },
    projects: [
      { extends: true, test: { name: 'units', include: units } },
      // One PostgreSQL for the whole run.
      { extends: true, test: { name: 'server', include: server, globalSetup: ['server/testkit/postgres.setup.ts'] } },
      './vitest.screens.config.ts',
    ],
  },
});
