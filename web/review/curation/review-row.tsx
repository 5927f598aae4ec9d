import { Link } from '@tanstack/react-router';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { nameOf } from '@scoville/contract/platform/http/addresses.ts';
import { prefetchHandlers, playList, useIsPlaying } from '../../catalogue/player/player.ts';
import { Button } from '../../platform/ui/button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { ClockIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import type { Review } from './curation.calls.ts';
import { timeLeft } from './time-left.ts';
import { dayText } from '../../platform/lib/format.ts';

/** One submission: the media item, the time left to review it, and buttons for the two verdicts and for handing it over. */
export function ReviewRow({
  review: { media, dueOn, submittedOn, mine },
  now,
  onCurate,
  onReject,
  onHandOver,
}: {
  review: Review;
  now: number;
  onCurate: () => void;
  onReject: () => void;
  onHandOver: () => void;
}) {
  const left = timeLeft(dueOn, now);
  const isPlaying = useIsPlaying(media.id);
  return (
    <li
      data-media={media.id}
      className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 gap-y-3 rounded-cover border border-line bg-surface p-3 md:grid-cols-[64px_minmax(0,1fr)_auto_auto]"
    >
      <div className="relative size-16">
        <SmallCover media={media} size={200} className="size-16" />
        {media.sources.length > 0 && (
          <IconButton
            label={`${isPlaying ? 'Pause' : 'Play'} ${media.title}`}
            className="!absolute top-[11px] left-[11px] rounded-full bg-bg/80"
            {...prefetchHandlers(media)}
            onClick={() => playList([media], media.id)}
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </IconButton>
        )}
      </div>
      <div className="min-w-0">
        <Link
          to="/$name/$item"
          params={{ name: nameOf(media.musician), item: media.id }}
          dir="auto"
          className="line-clamp-2 font-[550] break-words hover:underline"
        >
          {media.title}
        </Link>
        <p dir="auto" className="truncate text-muted">
          {media.musician.displayName}
        </p>
        <p className="text-caption text-muted">
          {media.mediaType === 'song' ? 'Song' : 'Video'}, submitted {dayText(submittedOn)}
          {mine && <span className="text-text">, assigned to you</span>}
        </p>
      </div>
      <p
        className={classNames(
          'tabular col-span-2 flex items-center gap-2 whitespace-nowrap md:col-span-1',
          left.late ? 'text-error' : 'text-muted',
        )}
      >
        <ClockIcon className="size-[18px]" />
        {left.text}
      </p>
      <div className="col-span-2 flex flex-wrap gap-2 md:col-span-1">
        <Button size="small" disabled={!media.can.curate} aria-label={`Curate ${media.title}`} onClick={onCurate}>
          Curate
        </Button>
        <Button
          size="small"
          variant="plain"
          disabled={!media.can.reject}
          aria-label={`Reject ${media.title}`}
          onClick={onReject}
        >
          Reject
        </Button>
        {mine && (
          <Button size="small" variant="plain" aria-label={`Hand over ${media.title}`} onClick={onHandOver}>
            Hand over
          </Button>
        )}
      </div>
    </li>
  );
}
