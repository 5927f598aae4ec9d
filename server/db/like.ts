/** What LIKE reads as itself: a caller's `%` and `_` are no wildcards. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern of what begins with a text. */
export const startsWithPattern = (text: string): string => `${escapeLike(text)}%`;

/** The LIKE pattern of what has a text in it. */
export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;
