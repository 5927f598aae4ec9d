import { cleanLine } from './clean-text.ts';

/** A tag as it is kept and looked for: on one line, without the # that it is written with elsewhere. */
export const bareTag = (typed: string): string => cleanLine(cleanLine(typed).replace(/^(?:#\s*)+/u, ''));

/** The tags in what was typed or pasted: between commas, or one after another with a # each. */
export const tagsIn = (typed: string): string[] =>
  distinctTags(typed.split(/,|\s(?=#)/u).map((part) => ({ text: bareTag(part) }))).map(({ text }) => text);

/** Each tag once, as it is written first, and none that is empty. */
export const distinctTags = (tags: { text: string }[]): { text: string }[] =>
  tags.filter(({ text }, at) => text !== '' && tags.findIndex((other) => sameTag(other.text, text)) === at);

/** One tag in whatever case it is written. */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
