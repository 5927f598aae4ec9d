import { commentParts } from './comment-parts.ts';

/** No time is within it: a text that belongs to no media has links alone. */
const NO_LENGTH = -1;

/** What somebody wrote, with its line breaks, and addresses as links that search engines do not follow. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {commentParts(text, NO_LENGTH).map((part, at) =>
        part.kind === 'link' ? (
          <a
            // The text never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            href={part.href}
            target="_blank"
            rel="nofollow ugc noopener"
            className="underline underline-offset-[3px]"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
