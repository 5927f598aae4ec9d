import type { HelpPage, HelpText } from '@scoville/contract/business/support/help.ts';

/** A section of a help page, as the search reads it. */
export interface HelpEntry {
  page: HelpPage;
  id: string;
  title: string;
  /** The section's text without HTML tags. */
  text: string;
}

/** A section that the search found, with the text around the first match. */
export interface Found extends HelpEntry {
  excerpt: string;
}

const MOST = 12;
/** The length of an excerpt in characters, and the number of them before the match. */
const EXCERPT = 150;
const BEFORE = 40;

/**
 * Text in lower case and without accents, for comparisons. Each character stays one character, so that positions match.
 */
const plain = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase().charAt(0)).join('');

/** @param textOf returns the text of a piece of HTML */
export const toHelpEntries = (page: HelpPage, { sections }: HelpText, textOf: (html: string) => string): HelpEntry[] =>
  sections.map(({ id, title, html }) => ({ page, id, title, text: textOf(html).replaceAll(/\s+/g, ' ').trim() }));

/** The sections that contain every word. Sections with all words in their heading come first. */
export function findHelp(entries: readonly HelpEntry[], query: string): Found[] {
  const words = plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const found = entries.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))]
    .slice(0, MOST)
    .map((entry) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
}

function excerptOf(text: string, words: readonly string[]): string {
  const letters = [...text];
  const first = Math.min(...words.map((word) => plain(text).indexOf(word)).filter((at) => at >= 0), letters.length);
  const start = first === letters.length || first <= BEFORE ? 0 : letters.indexOf(' ', first - BEFORE) + 1;
  const piece = letters.slice(start, start + EXCERPT).join('');
  return `${start > 0 ? '… ' : ''}${start + EXCERPT < letters.length ? `${piece.replace(/\s\S*$/, '')} …` : piece}`;
}
