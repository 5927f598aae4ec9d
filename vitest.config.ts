import { defineConfig } from 'vitest/config';
import { patient } from './scripts/patience.ts';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testkit/postgres.setup.ts'],
    setupFiles: ['server/testkit/console.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: patient(60_000),
    hookTimeout: patient(60_000),
    teardownTimeout: patient(60_000),
    expect: { poll: { timeout: patient(45_000), interval: 20 } },
    // Chance is welcome in property tests, but a failure must be repeatable: fast-check prints its seed.
    sequence: { shuffle: false },
  },
});
