// Commands that screen tests call from the browser, and that run in Node: a page can't read files or move the mouse.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import '@vitest/browser-playwright';

interface Look {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
}

/** Emulates system settings: colour scheme and reduced motion. */
const emulateMedia: BrowserCommand<[look: Look]> = ({ page }, look) => page.emulateMedia(look);

/** Paths below web/ of the source files that match the pattern, without tests. */
const sourcesWith: BrowserCommand<[pattern: string]> = (_context, pattern) => {
  const web = dirname(import.meta.dirname);
  return globSync('**/*.tsx', { cwd: web, exclude: (path) => /node_modules|dist|testkit|\.test\./.test(path) }).filter(
    (file) => new RegExp(pattern).test(readFileSync(join(web, file), 'utf8')),
  );
};

/** Moves the pointer into the corner, where it hovers over nothing. */
const restPointer: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0);

/**
 * Drags with the mouse from the middle of one element to that of another, in steps like a hand; both given by selector.
 */
const dragOver: BrowserCommand<[from: string, to: string]> = async ({ page, iframe }, from, to) => {
  const middle = async (selector: string) => {
    const box = await iframe.locator(selector).boundingBox();
    if (box === null) throw new Error(`${selector} isn't shown.`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move(...end, { steps: 12 });
};
/** Releases the mouse button after a drag. */
const releaseMouse: BrowserCommand<[]> = ({ page }) => page.mouse.up();

export const screenCommands = { emulateMedia, sourcesWith, restPointer, dragOver, releaseMouse };

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (look: Look) => Promise<void>;
    sourcesWith: (pattern: string) => Promise<string[]>;
    restPointer: () => Promise<void>;
    dragOver: (from: string, to: string) => Promise<void>;
    releaseMouse: () => Promise<void>;
  }
}
