import { webHref } from '@scoville/contract/platform/lib/links.ts';

/** A piece of a comment: words, a web address, or a time within the song or video. */
type Part =
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'time'; text: string; seconds: number };
/** A part with the position of its first character in the comment. */
type CommentPart = Part & { at: number };

/** Addresses, and times such as 1:23 or 1:02:03. */
const SPECIAL = /(https?:\/\/[^\s<>"]+)|(?<![\d:.])((?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d)(?![\d:])/gi;
/** Punctuation and brackets after an address don't belong to the address. */
const TRAILING = /[.,;:!?'")\]}]+$/;

/**
 * Splits a comment into words, links and times; the texts of all parts add up to the comment.
 *
 * @param length seconds of the song or video; later times count as words
 */
export function commentParts(text: string, length: number | null): CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  for (const match of text.matchAll(SPECIAL)) {
    const part = specialPart(match[1]?.replace(TRAILING, ''), match[2], length);
    if (part === null) continue;
    if (match.index > from) parts.push({ kind: 'words', text: text.slice(from, match.index), at: from });
    parts.push({ ...part, at: match.index });
    from = match.index + part.text.length;
  }
  if (from < text.length) parts.push({ kind: 'words', text: text.slice(from), at: from });
  return parts;
}

function specialPart(address: string | undefined, time: string | undefined, length: number | null): Part | null {
  if (address !== undefined) {
    const href = webHref(address);
    return href === null ? null : { kind: 'link', text: address, href };
  }
  if (time === undefined) return null;
  const seconds = time.split(':').reduce((sum, digits) => sum * 60 + Number(digits), 0);
  return length !== null && seconds > length ? null : { kind: 'time', text: time, seconds };
}
