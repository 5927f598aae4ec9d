/** A letter of a script that is written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** U+2068, first strong isolate: what follows has a direction of its own, up to what ends it. */
export const BEGIN = '\u2068';
/** U+2069, pop directional isolate. */
export const END = '\u2069';

/**
 * A name or a title for a sentence of ours that is plain text (a subject, a message): where it is written from right to
 * left, it does not pull the words and figures around it along. In markup, `<bdi>` does that. What holds such a name
 * already, as a list of them does, stays as it is: nobody types these characters (`cleanText`).
 */
export const isolated = (name: string): string =>
  RIGHT_TO_LEFT.test(name) && !name.includes(BEGIN) ? BEGIN + name + END : name;

/** Marks a sentence of ours with all names in it `isolated`: sentence`${name} commented on “${title}”`. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly (string | number | null)[]): string =>
  texts.reduce((said, text, index) => said + isolated(String(values[index - 1])) + text);
