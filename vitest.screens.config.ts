import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { patient } from './scripts/patience.ts';
import { screenCommands } from './web/testkit/commands.ts';
import viteConfig from './web/vite.config.ts';

/** Screens in a real browser, with the network answered by the test (docs/testing.md). */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), tailwindcss()],
  resolve: viteConfig.resolve,
  // Mutation testing links to the packages.
  server: { fs: { allow: [import.meta.dirname, realpathSync(join(import.meta.dirname, 'node_modules'))] } },
  define: { 'process.env.NODE_ENV': '"production"' },
  // Bundle all packages at each start; a package that is found later reloads the page in the middle of a test.
  optimizeDeps: {
    force: true,
    entries: [
      'main.tsx',
      'listening/embeds/embed.ts',
      'testkit/screens.setup.ts',
      '**/*.worker.ts',
      '**/*.screen.test.tsx',
    ],
  },
  test: {
    name: 'screens',
    include: ['**/*.screen.test.tsx'],
    // Mutation testing works on copies of the sources.
    exclude: [...configDefaults.exclude, '**/dist/**'],
    setupFiles: ['server/testkit/console.setup.ts', 'web/testkit/screens.setup.ts'].map((file) =>
      join(import.meta.dirname, file),
    ),
    testTimeout: patient(60_000),
    hookTimeout: patient(60_000),
    expect: { poll: { timeout: patient(20_000), interval: 20 } },
    maxWorkers: availableParallelism(),
    browser: {
      enabled: true,
      headless: true,
      // One page for all files of a worker, because loading the product takes a second.
      isolate: false,
      screenshotFailures: true,
      screenshotDirectory: join(import.meta.dirname, 'test-results/screens'),
      viewport: { width: 1440, height: 900 },
      commands: screenCommands,
      provider: playwright({
        actionTimeout: patient(20_000),
        contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' },
        launchOptions: {
          executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
