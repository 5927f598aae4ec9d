import { cleanLine } from './clean-text.ts';

/** A tag as it is stored and searched: on one line, and without the leading # that other sites use. */
export const bareTag = (typed: string): string => cleanLine(cleanLine(typed).replace(/^(?:#\s*)+/u, ''));

/** Splits typed or pasted text into tags: at commas, or before each #. */
export const tagsIn = (typed: string): string[] =>
  distinctTags(typed.split(/,|\s(?=#)/u).map((part) => ({ text: bareTag(part) }))).map(({ text }) => text);

/** Removes empty tags and repetitions; the first spelling of each tag is kept. */
export const distinctTags = (tags: { text: string }[]): { text: string }[] =>
  tags.filter(({ text }, at) => text !== '' && tags.findIndex((other) => sameTag(other.text, text)) === at);

/** Are these the same tag, ignoring case? */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
