import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Replaces Vite's helper that loads parts of the page (docs/decisions/2026-11-26-fetch-before-import.md). */
export function fetchBeforeImport(): Plugin {
  const helper = join(import.meta.dirname, '../preload-helper.ts');
  return {
    name: 'fetch-before-import',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { __vitePreload } from ${JSON.stringify(helper)};`,
    },
  };
}
