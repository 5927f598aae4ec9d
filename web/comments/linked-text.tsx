import { commentParts } from './comment-parts.ts';
import { WrittenLink } from './written-link.tsx';

/** No time is within it: a text that belongs to no media has links alone. */
const NO_LENGTH = -1;

/** What somebody wrote, with its line breaks, and addresses as links that search engines do not follow. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
      {commentParts(text, NO_LENGTH).map((part, at) =>
        part.kind === 'link' ? (
          // The text never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <WrittenLink key={at} href={part.href} text={part.text} />
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
