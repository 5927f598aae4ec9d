import type { HelpPage, HelpText } from '@scoville/contract/help.ts';

/** A part of a help page, as the search reads it. */
export interface HelpEntry {
  page: HelpPage;
  id: string;
  title: string;
  /** Its words without their marks. */
  text: string;
}

/** What the search found, with a piece of the text around the first word. */
export interface Found extends HelpEntry {
  excerpt: string;
}

const MOST = 12;
/** Characters of an excerpt, and of them those before the word. */
const EXCERPT = 150;
const BEFORE = 40;

/** Words as they are compared: without accents and in small letters, of the same length as they were written. */
const plain = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase().charAt(0)).join('');

/** @param textOf what is read of a piece of HTML */
export const entriesOf = (page: HelpPage, { sections }: HelpText, textOf: (html: string) => string): HelpEntry[] =>
  sections.map(({ id, title, html }) => ({ page, id, title, text: textOf(html).replaceAll(/\s+/g, ' ').trim() }));

/** The parts in which every word stands, those first that have them all in their heading. */
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
