/** The text of a box after its message failed: the unsent text, and below it the text typed since. */
export const joinTyped = (sent: string, since: string): string =>
  [sent, since].filter((part) => part !== '').join('\n');
