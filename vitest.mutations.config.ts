import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patient } from './scripts/patience.ts';
import { databaseTests, quickTests } from './stryker.config.mjs';

/** The test beside the changed file goes first: it ends the run when it notices, as it mostly does. */
class OwnTestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const own = new Set(this.ctx.config.related?.map((path) => path.replace(/\.ts$/, '.test.ts')));
    return files.toSorted((a, b) => Number(own.has(b.moduleId)) - Number(own.has(a.moduleId)));
  }
}

/** The tests that mutations are tried with: quick ones, and some that share one PostgreSQL. */
export default defineConfig({
  // The package is a link to the sources that are not mutated.
  resolve: { alias: { '@scoville/contract': join(import.meta.dirname, 'contract') } },
  test: {
    setupFiles: ['server/testkit/console.setup.ts', 'server/testkit/fewer-runs.setup.ts'],
    // A change may leave something waiting for ever; none of these tests takes more than a second or two.
    testTimeout: 10_000,
    hookTimeout: patient(60_000),
    sequence: { sequencer: OwnTestFirst },
    projects: [
      { extends: true, test: { name: 'rules', include: quickTests } },
      {
        extends: true,
        test: { name: 'database', include: databaseTests, globalSetup: ['server/testkit/postgres.setup.ts'] },
      },
    ],
  },
});
