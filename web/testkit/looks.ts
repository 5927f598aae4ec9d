/** The rules of axe-core whose result may depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The views in which accessibility is checked: width, theme, and the rules (undefined for all). */
export const LOOKS = [
  [1440, 'dark', undefined],
  [1440, 'light', COLOURS],
  [390, 'light', undefined],
  [390, 'dark', COLOURS],
] as const;
