// Commands of screen tests that only the process beside the browser can carry out.
import type { BrowserCommand } from 'vitest/node';
import '@vitest/browser-playwright';

interface Look {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
}

/** Emulates what a user chose in their system: colour scheme and motion. */
const emulateMedia: BrowserCommand<[look: Look]> = ({ page }, look) => page.emulateMedia(look);

export const screenCommands = { emulateMedia };

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (look: Look) => Promise<void>;
  }
}
