/** Replaces media queries for a mouse by one that never matches, and those for touch by one that always matches. */
const ON_A_PHONE = [
  [/\((any-)?(pointer: fine|hover: hover)\)/g, '(width < 0px)'],
  [/\((any-)?(pointer: coarse|hover: none)\)/g, '(width >= 0px)'],
] as const;

/**
 * Applies the styles for touch instead of those for a mouse while `look` runs. Chromium's own emulation of a
 * touchscreen can't be reverted here: later pages would have neither a mouse nor touch.
 */
export async function withFingers(look: () => Promise<unknown>): Promise<void> {
  const queries = [...document.styleSheets]
    .flatMap(({ cssRules }) => mediaIn(cssRules))
    .map((media) => ({ media, text: media.mediaText }));
  for (const { media, text } of queries)
    media.mediaText = ON_A_PHONE.reduce((now, [condition, held]) => now.replaceAll(condition, held), text);
  try {
    await look();
  } finally {
    for (const { media, text } of queries) media.mediaText = text;
  }
}

const mediaIn = (rules: CSSRuleList): MediaList[] =>
  [...rules].flatMap((rule) => [
    ...(rule instanceof CSSMediaRule && /pointer|hover/.test(rule.media.mediaText) ? [rule.media] : []),
    ...(rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule ? mediaIn(rule.cssRules) : []),
  ]);
