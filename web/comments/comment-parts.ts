import { webHref } from '@scoville/contract/links.ts';

/** A piece of a comment: words, an address of the web, or a time of the media. */
type CommentPart =
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'time'; text: string; seconds: number };

/** Addresses, and times such as 1:23 or 1:02:03. */
const SPECIAL = /(https?:\/\/[^\s<>"]+)|(?<![\d:.])((?:\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d)(?![\d:])/gi;
/** What ends a sentence or a bracket after an address is no part of it. */
const TRAILING = /[.,;:!?'")\]}]+$/;

/**
 * Parts a comment so that addresses can be followed and times lead to their moment; put together they are the text.
 *
 * @param length seconds of the media: later times are words
 */
export function commentParts(text: string, length: number | null): CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  for (const match of text.matchAll(SPECIAL)) {
    const part = specialPart(match[1]?.replace(TRAILING, ''), match[2], length);
    if (part === null) continue;
    if (match.index > from) parts.push({ kind: 'words', text: text.slice(from, match.index) });
    parts.push(part);
    from = match.index + part.text.length;
  }
  if (from < text.length) parts.push({ kind: 'words', text: text.slice(from) });
  return parts;
}

function specialPart(address: string | undefined, time: string | undefined, length: number | null): CommentPart | null {
  if (address !== undefined) {
    const href = webHref(address);
    return href === null ? null : { kind: 'link', text: address, href };
  }
  if (time === undefined) return null;
  const seconds = time.split(':').reduce((sum, digits) => sum * 60 + Number(digits), 0);
  return length !== null && seconds > length ? null : { kind: 'time', text: time, seconds };
}
