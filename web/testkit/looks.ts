/** Rules of axe-core whose outcome another theme of the same page can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** How a page is looked at for accessibility: its width, its theme, and the rules; all of them unless named. */
export const LOOKS = [
  [1440, 'dark', undefined],
  [1440, 'light', COLOURS],
  [390, 'light', undefined],
  [390, 'dark', COLOURS],
] as const;
