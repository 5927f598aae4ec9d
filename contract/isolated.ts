/** A letter of a script that is written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** U+2068, first strong isolate: what follows has a direction of its own, up to what ends it. */
const BEGIN = '\u2068';
/** U+2069, pop directional isolate. */
const END = '\u2069';

/**
 * A name or a title for a sentence of ours that is plain text (a subject, a message): where it is written from right to
 * left, it does not pull the words and figures around it along. In markup, `<bdi>` does that.
 */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? BEGIN + name + END : name);
