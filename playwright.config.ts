import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { patient } from './scripts/patience.ts';
import { ADMIN } from './scripts/product.ts';
import './scripts/run-folder.ts';
import type { Place } from './journeys/testkit/place.ts';
import { runsAlone, journeyGroups } from './scripts/tests/order.ts';
import { freePort } from './server/platform/db/free-port.ts';
import { providersSetting } from './server/testkit/provider-client.ts';

const stage = process.env['JOURNEYS_STAGE'];

// The configuration is read by several processes; the first one decides on the ports, and where data and traces go.
const places = JSON.parse((process.env['JOURNEYS_PLACES'] ??= JSON.stringify(await newPlaces()))) as Place[];
const traces = (process.env['JOURNEYS_TRACES'] ??= `test-results/${places[0]?.port}`);

/** One product for `alone/` and one for all other journeys; only one of them if the command names files of one kind. */
async function newPlaces(): Promise<Place[]> {
  const named = process.argv.filter((word) => word.endsWith('.spec.ts') && existsSync(word));
  const made: Place[] = [];
  // First, because they run on a single worker and take the longest.
  for (const isAlone of [true, false]) {
    if (named.length > 0 && !named.some((file) => runsAlone(file) === isAlone)) continue;
    const dataDir = mkdtempSync(join(tmpdir(), 'scoville-journeys-'));
    made.push({ isAlone, port: await freePort(), providerPort: await freePort(), dataDir });
  }
  return made;
}

const addressOf = ({ port }: Place) => `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'journeys',
  projects: places.flatMap((place) =>
    journeyGroups(join(import.meta.dirname, 'journeys'), { stage, isAlone: place.isAlone }).map((testMatch) => ({
      testMatch,
      use: { baseURL: addressOf(place) },
      metadata: place,
      // These journeys change global state, so they run one at a time.
      ...(place.isAlone ? { workers: 1 } : {}),
    })),
  ),
  outputDir: traces,
  timeout: patient(240_000),
  expect: { timeout: patient(60_000) },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  use: {
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
  webServer: places.map((place) => ({
    command: 'node scripts/journeys-product.ts',
    url: `${addressOf(place)}/api/health`,
    // The first one prepares the data of both.
    timeout: patient(300_000),
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
    stdout: process.env['JOURNEYS_LOG'] ? 'pipe' : 'ignore',
    env: {
      NODE_ENV: 'production',
      PORT: String(place.port),
      DATA_DIR: place.dataDir,
      // Nothing is sold there, and most journeys are about the plan that everybody begins with.
      DEFAULT_PLAN: 'mild',
      RATE_LIMIT_FACTOR: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      OPENID_PROVIDERS: providersSetting({ corp: { issuer: `http://127.0.0.1:${place.providerPort}` } }),
      LOG_LEVEL: 'warn',
      // A journey holds a conversion still for as long as it looks at it.
      SHORT_WORK_SECONDS: '3600',
    },
  })),
});
