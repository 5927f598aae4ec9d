import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { patient } from './scripts/patience.ts';
import './scripts/run-folder.ts';
import { journeyProjects } from './scripts/tests/order.ts';
import { freePort } from './server/db/free-port.ts';
import { providersSetting } from './server/testkit/provider-client.ts';

/** Products that the journeys are shared among, each on its own port and with its own data: one for a single file. */
const PRODUCTS = Number(process.env['JOURNEYS_PRODUCTS'] ?? 1);
const stage = process.env['JOURNEYS_STAGE'];

interface Place {
  port: number;
  /** Where a sign-in provider answers, for the journeys that start one. */
  providerPort: number;
  dataDir: string;
}

// The configuration is read by several processes; the first one decides on the ports, and where data and traces go.
const places = JSON.parse((process.env['JOURNEYS_PLACES'] ??= JSON.stringify(await newPlaces()))) as Place[];
const traces = (process.env['JOURNEYS_TRACES'] ??= `test-results/${places[0]?.port}`);

/** The product of this process: each worker has its own, and goes on to the next file when it is done with one. */
const place = places[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
if (!place) throw new Error('There are more workers than products.');
process.env['JOURNEYS_DATA'] = place.dataDir;
export const PROVIDER_PORT = place.providerPort;

async function newPlaces(): Promise<Place[]> {
  const made: Place[] = [];
  for (let n = 0; n < PRODUCTS; n += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'scoville-journeys-'));
    made.push({ port: await freePort(), providerPort: await freePort(), dataDir });
  }
  return made;
}

/** The administrator of the journeys' installation. */
export const ADMIN = { email: 'admin@example.org', password: 'the first administrator' };

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  // A stage of a whole run; a single file has no order.
  ...(stage === undefined ? {} : { projects: journeyProjects(join(import.meta.dirname, 'journeys'), stage) }),
  outputDir: traces,
  timeout: patient(240_000),
  expect: { timeout: patient(60_000) },
  workers: PRODUCTS,
  forbidOnly: true,
  retries: 0,
  use: {
    baseURL: `http://127.0.0.1:${place.port}`,
    viewport: { width: 1440, height: 900 },
    // Journeys stand between page and server themselves; journeys/offline.spec.ts lets it be.
    serviceWorkers: 'block',
    // What is waited for in vain fails by name, long before the test's own time is over.
    actionTimeout: patient(60_000),
    navigationTimeout: patient(60_000),
    // A trace costs a quarter of the processor's time: a failure leaves a picture and the page's outline without it.
    trace: process.env['JOURNEYS_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  webServer: places.map(({ port, providerPort, dataDir }) => ({
    command: 'node scripts/journeys-product.ts',
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: patient(60_000),
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
    stdout: process.env['JOURNEYS_LOG'] ? 'pipe' : 'ignore',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      OPENID_PROVIDERS: providersSetting({ corp: { issuer: `http://127.0.0.1:${providerPort}` } }),
      LOG_LEVEL: 'warn',
      // A journey holds a conversion still for as long as it looks at it.
      SHORT_WORK_SECONDS: '3600',
    },
  })),
});
