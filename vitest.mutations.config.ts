import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { patient } from './scripts/patience.ts';
import { databaseTests, quickTests } from './stryker.config.mjs';

/** The tests that mutations are tried with: quick ones, and some that share one PostgreSQL. */
export default defineConfig({
  // The package is a link to the sources that are not mutated.
  resolve: { alias: { '@scoville/contract': join(import.meta.dirname, 'contract') } },
  test: {
    setupFiles: ['server/testkit/console.setup.ts', 'server/testkit/fewer-runs.setup.ts'],
    testTimeout: patient(60_000),
    hookTimeout: patient(60_000),
    projects: [
      { extends: true, test: { name: 'rules', include: quickTests } },
      {
        extends: true,
        test: { name: 'database', include: databaseTests, globalSetup: ['server/testkit/postgres.setup.ts'] },
      },
    ],
  },
});
