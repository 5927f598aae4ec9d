// `npm run test:mutations`: what is mutated, and with which tests. docs/mutations.md names what survives, and why.
const named = (folder, ...names) => names.map((name) => `${folder}/${name}`);

const RULES = [
  ...named('contract/platform/http', 'endpoint', 'errors', 'redirects'),
  ...named('contract/accounts', 'plans', 'auth/sign-up'),
  ...named('contract/catalogue', 'media/publication', 'media/scores', 'uploads'),
  'contract/pipeline/processing',
  'contract/platform/lib/values',
  ...named('server/platform/http', 'actor', 'caller', 'caller-limits', 'cursor', 'throttle', 'same-site'),
  ...named('server/pipeline/processing', 'budget', 'failures'),
  ...named('server/catalogue/uploads', 'free-name', 'title', 'uploads-to-evict'),
  'server/listening/files/ranges',
  'server/catalogue/media/media.policy',
  'server/listening/stats/count-events',
  'server/platform/storage/signing',
];

/** Made of a database's rows; their tests need PostgreSQL and nothing else. */
const WITH_DATABASE = [
  ...named('server/accounts/auth', 'session', 'sign-in-attempts'),
  ...named('server/catalogue/uploads', 'allowance', 'retry', 'sweep'),
  'server/listening/files/visibility',
  'server/platform/storage/in-use',
  'server/platform/http/limits',
];

const testsOf = (names) => names.map((name) => `${name}.test.ts`);
export const quickTests = testsOf(RULES);
export const databaseTests = testsOf(WITH_DATABASE);

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutations.config.ts', related: true },
  mutate: [...RULES, ...WITH_DATABASE].map((name) => `${name}.ts`),
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: process.env.MUTATIONS_REPORT ?? 'dist/mutations.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: 'dist/mutations',
  ignorePatterns: ['/dist', '/web', '/data', '/docs', '/journeys', '/bench', '/test-results'],
  // Types are stripped, and TypeScript 7 has no library that could rewrite a configuration.
  tsconfigFile: 'none.json',
  thresholds: { high: 95, low: 90, break: 90 },
};
