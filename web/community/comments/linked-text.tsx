import { commentParts } from './comment-parts.ts';
import { WrittenLink } from './written-link.tsx';

/** A length that contains no time, so that a text without a song or video has only links. */
const NO_LENGTH = -1;

/** A user's text with its line breaks, and addresses as links that search engines don't follow. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
      {commentParts(text, NO_LENGTH).map((part) =>
        part.kind === 'link' ? <WrittenLink key={part.at} href={part.href} text={part.text} /> : part.text,
      )}
    </p>
  );
}
