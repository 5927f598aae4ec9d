// Commands of screen tests that only the process beside the browser can carry out.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import '@vitest/browser-playwright';

interface Look {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
}

/** Emulates what a user chose in their system: colour scheme and motion. */
const emulateMedia: BrowserCommand<[look: Look]> = ({ page }, look) => page.emulateMedia(look);

/** Files of web/ whose source matches, by their path from there; without tests. */
const sourcesWith: BrowserCommand<[pattern: string]> = (_context, pattern) => {
  const web = dirname(import.meta.dirname);
  return globSync('**/*.tsx', { cwd: web, exclude: (path) => /node_modules|dist|testkit|\.test\./.test(path) }).filter(
    (file) => new RegExp(pattern).test(readFileSync(join(web, file), 'utf8')),
  );
};

/** Moves the pointer into the corner, where it hovers nothing. */
const restPointer: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0);

export const screenCommands = { emulateMedia, sourcesWith, restPointer };

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (look: Look) => Promise<void>;
    sourcesWith: (pattern: string) => Promise<string[]>;

    restPointer: () => Promise<void>;
  }
}
