import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testkit/postgres.setup.ts'],
    setupFiles: ['server/testkit/console.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Chance is welcome in property tests, but a failure must be repeatable: fast-check prints its seed.
    sequence: { shuffle: false },
  },
});
