import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// A test needs a time zone with daylight saving time. It sets one itself, but Stryker runs tests in threads, which can't.
process.env['TZ'] = 'America/New_York';

/** The tests that changes of the rules of web/ are tried with. */
export default defineConfig({
  // The package is a link to the sources that are not mutated.
  resolve: { alias: { '@scoville/contract': join(import.meta.dirname, 'contract') } },
  test: {
    include: ['web/**/*.test.ts'],
    setupFiles: ['server/testkit/console.setup.ts', 'server/testkit/mocks.setup.ts'],
    testTimeout: 10_000,
    isolate: false,
    env: { NODE_ENV: 'test' },
  },
});
