import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { playFrom } from '../../catalogue/player/play-from.ts';
import { commentParts } from './comment-parts.ts';
import { WrittenLink } from './written-link.tsx';

/** A comment's text with its line breaks, addresses as links, and times as buttons that play from that time. */
export function CommentText({ text, media }: { text: string; media: MediaSummary }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
      {commentParts(text, media.length).map((part) =>
        part.kind === 'words' ? (
          part.text
        ) : part.kind === 'link' ? (
          <WrittenLink key={part.at} href={part.href} text={part.text} />
        ) : (
          <button
            type="button"
            key={part.at}
            aria-label={`Listen from ${part.text}`}
            onClick={() => playFrom(media, part.seconds)}
            className="tabular font-[550] text-amber underline underline-offset-[3px]"
          >
            {part.text}
          </button>
        ),
      )}
    </p>
  );
}
