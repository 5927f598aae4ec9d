/** What LIKE reads as itself: a caller's `%` and `_` are no wildcards. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern of what begins with a text. */
export const beginningWith = (text: string): string => `${literally(text)}%`;

/** The LIKE pattern of what has a text in it. */
export const containing = (text: string): string => `%${literally(text)}%`;
