import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { removeData } from './scripts/data-folder.ts';
import { patient } from './scripts/patience.ts';
import { freePort } from './server/db/free-port.ts';
import { providersSetting } from './server/testkit/provider-client.ts';

// The configuration is read by several processes; the first one decides on the port, and where data and traces go.
const port = Number((process.env['JOURNEYS_PORT'] ??= String(await freePort())));
/** Where a sign-in provider answers, for the journeys that start one. */
export const PROVIDER_PORT = Number((process.env['JOURNEYS_PROVIDER_PORT'] ??= String(await freePort())));
const isFirst = process.env['JOURNEYS_DATA'] === undefined;
const dataDir = (process.env['JOURNEYS_DATA'] ??= mkdtempSync(join(tmpdir(), 'scoville-journeys-')));
// The product has been stopped by then.
if (isFirst) process.once('exit', () => removeData(dataDir));
const traces = (process.env['JOURNEYS_TRACES'] ??= `test-results/${port}`);

/** The administrator of the journeys' installation. */
export const ADMIN = { email: 'admin@example.org', password: 'the first administrator' };

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  outputDir: traces,
  timeout: patient(240_000),
  expect: { timeout: patient(60_000) },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // A trace costs a quarter of the processor's time: a failure leaves a picture and the page's outline without it.
    trace: process.env['JOURNEYS_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  webServer: {
    command: 'node server/supervisor/supervise.ts',
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: patient(60_000),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: process.env['JOURNEYS_LOG'] ? 'pipe' : 'ignore',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      OPENID_PROVIDERS: providersSetting({ corp: { issuer: `http://127.0.0.1:${PROVIDER_PORT}` } }),
      LOG_LEVEL: 'warn',
    },
  },
});
