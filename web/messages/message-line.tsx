import { timeOf } from '../lib/when.ts';
import { mediaPath, profilePath } from '@scoville/contract/addresses.ts';
import type { Member, Message } from '@scoville/contract/messages.ts';
import { Link } from '@tanstack/react-router';
import { MediaMenu } from '../media/media-menu.tsx';
import { SmallCover } from '../media/small-cover.tsx';
import { playList } from '../player/player.ts';
import { ReportButton } from '../reports/report-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PlayIcon } from '../ui/first-icons.tsx';
import { wordsOf } from './convo-words.ts';

interface MessageLineProps {
  message: Message;
  from: Member | undefined;
  isMine: boolean;
}

/** What somebody wrote, and what they shared with it. */
export function MessageLine({ message, from, isMine }: MessageLineProps) {
  return (
    <li className={classNames('flex flex-col gap-1', isMine ? 'items-end' : 'items-start')}>
      <p className="text-caption text-muted">
        {isMine ? 'You' : (from?.displayName ?? 'Deleted User')},{' '}
        <time dateTime={message.createdAt}>{timeOf(message.createdAt)}</time>
      </p>
      <div
        className={classNames(
          'max-w-[min(80%,560px)] rounded-control px-3.5 py-2.5',
          isMine ? 'bg-ember text-ember-ink' : 'bg-raised',
        )}
      >
        <p className={classNames('wrap-anywhere whitespace-pre-line', message.text === '' && 'italic opacity-80')}>
          {wordsOf(message)}
        </p>
        {message.sharesMedia && <SharedMedia media={message.media} />}
        {message.zone && (
          <Link to={profilePath(message.zone)} className="mt-2 block underline underline-offset-[3px]">
            {message.zone.displayName}
          </Link>
        )}
      </div>
      {!isMine && <ReportButton what={{ kind: 'message', id: message.id, ownerId: message.from }} label="Report" />}
    </li>
  );
}

function SharedMedia({ media }: { media: Message['media'] }) {
  if (media === null) return <p className="mt-2 italic">Media no longer available</p>;
  return (
    <div className="mt-2 flex items-center gap-3 rounded-control bg-surface p-2 text-text">
      <SmallCover media={media} size={200} className="size-14" />
      <span className="min-w-0">
        <Link to={mediaPath(media)} className="block truncate font-[600] hover:underline">
          {media.title}
        </Link>
        <span className="block truncate text-caption text-muted">{media.musician.displayName}</span>
      </span>
      {media.sources.length > 0 && (
        <button
          type="button"
          aria-label={`Play ${media.title}`}
          onClick={() => playList([media], media.id)}
          className="grid size-10 flex-none place-items-center rounded-full bg-ember text-ember-ink"
        >
          <PlayIcon />
        </button>
      )}
      <MediaMenu media={media} className="size-10 rounded-full hover:bg-raised" />
    </div>
  );
}
