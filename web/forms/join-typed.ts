/** The text of a box when what left it comes back: what was to be sent, and below it what was typed since. */
export const joinTyped = (sent: string, since: string): string =>
  [sent, since].filter((part) => part !== '').join('\n');
