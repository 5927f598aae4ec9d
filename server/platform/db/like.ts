/** Escapes `%` and `_` for LIKE, so that they aren't wildcards. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern for values that begin with a text. */
export const startsWithPattern = (text: string): string => `${escapeLike(text)}%`;

/** The LIKE pattern for values that contain a text. */
export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;
