/** A letter of a script that is written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** U+2068, first strong isolate: the following text has its own direction, until END. */
export const BEGIN = '\u2068';
/** U+2069, pop directional isolate. */
export const END = '\u2069';

/**
 * Wraps a right-to-left name or title for one of our plain-text sentences (a subject, a message) in a bidi isolate, so
 * that it doesn't reorder the words and figures around it. In markup, `<bdi>` does that. A text that already contains
 * an isolate, such as a list of names, is returned unchanged; users can't type these characters, because `cleanText`
 * removes them.
 */
export const isolated = (name: string): string =>
  RIGHT_TO_LEFT.test(name) && !name.includes(BEGIN) ? BEGIN + name + END : name;

/** Template tag for our sentences that isolates all names in them: sentence`${name} commented on “${title}”`. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly (string | number | null)[]): string =>
  texts.reduce((said, text, index) => said + isolated(String(values[index - 1])) + text);
