import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patient } from './scripts/patience.ts';
import { databaseTests, quickTests } from './stryker.config.mjs';

/** A change is tried with the test beside its file, where there is one that reaches it; else with all that reach it. */
class OwnTest extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = this.ctx.config.related ?? [];
    const own = files.filter(({ moduleId }) => moduleId === changed[0]?.replace(/\.ts$/, '.test.ts'));
    return changed.length === 1 && own.length === 1 ? own : files;
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
    sequence: { sequencer: OwnTest },
    projects: [
      { extends: true, test: { name: 'rules', include: quickTests } },
      {
        extends: true,
        test: { name: 'database', include: databaseTests, globalSetup: ['server/testkit/postgres.setup.ts'] },
      },
    ],
  },
});
