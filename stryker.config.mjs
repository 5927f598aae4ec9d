// `npm run test:mutations`: what is mutated, and with which tests. docs/mutations.md names what survives, and why.
const CONTRACT = [
  'endpoint',
  'errors',
  'plans',
  'processing',
  'publication',
  'scores',
  'sign-up',
  'uploads',
  'values',
  'way-back',
].map((name) => `contract/${name}`);
const SERVER = [
  'files/ranges',
  'http/actor',
  'http/caller',
  'http/cursor',
  'http/same-site',
  'media/media.policy',
  'stats/what-counts',
  'storage/signing',
  'uploads/free-name',
  'uploads/title',
].map((name) => `server/${name}`);

/** Quick ones, without PostgreSQL. */
export const tests = [...CONTRACT, ...SERVER, 'server/uploads/names'].map((name) => `${name}.test.ts`);

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutations.config.ts', related: false },
  mutate: [...CONTRACT, ...SERVER].map((name) => `${name}.ts`),
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
