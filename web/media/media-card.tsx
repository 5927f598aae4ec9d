import type { MediaSummary } from '@scoville/contract/media.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { mediaPath } from '@scoville/contract/addresses.ts';
import { pluralize } from '../lib/format.ts';
import { playList, useIsPlaying } from '../player/player.ts';
import { PauseIcon, PlayIcon } from '../ui/first-icons.tsx';
import { classNames } from '../ui/class-names.ts';
import { latePart } from '../ui/late-part.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Cover } from './cover.tsx';
import { MusicianName } from './musician-name.tsx';
import { ScoreRing } from './score-ring.tsx';

/** Comes when the cards stand. */
const CardTools = latePart(() => import('./card-tools.tsx'));

/** Reserves the height of three lines: the title, the musician and the plays. */
const TEXT = '[contain-intrinsic-block-size:auto_calc(4.25rem+19.5px)]';

interface MediaCardProps {
  /** What the card is in, so that playing goes on with what follows. */
  list: readonly MediaSummary[];
  index: number;
}

/** Cover with a heart and a play button, title with the score's ring, musician, plays. */
export function MediaCard({ list, index }: MediaCardProps) {
  const media = list[index];
  return media ? <Card media={media} list={list} /> : null;
}

function Card({ media, list }: { media: MediaSummary; list: readonly MediaSummary[] }) {
  const isPlaying = useIsPlaying(media.id);
  return (
    <article className="group/card relative flex min-w-0 flex-col">
      <div className="seen-later relative aspect-square overflow-hidden rounded-cover">
        <Link to={mediaPath(media)} tabIndex={-1} aria-hidden="true" draggable={false} className="block">
          <Cover media={media} sizes="160px" />
        </Link>
        {media.mediaType === 'video' && (
          <span className="pointer-events-none absolute top-2 left-2 rounded-[7px] bg-[#16110ecc] px-2 py-0.5 text-[12px] font-[600] text-[#f8efe6]">
            Video
          </span>
        )}
        <Suspense>
          <CardTools media={media} />
        </Suspense>
        {media.sources.length > 0 && (
          <button
            type="button"
            aria-label={`${isPlaying ? 'Pause' : 'Play'} ${media.title}`}
            onClick={() => playList(list, media.id)}
            className={classNames(
              'absolute right-2 bottom-2 grid size-10 place-items-center rounded-full bg-ember text-ember-ink transition-[opacity,transform]',
              !isPlaying &&
                'group-hover/card:translate-y-0! group-hover/card:opacity-100! group-has-focus-visible/card:translate-y-0! group-has-focus-visible/card:opacity-100! pointer-fine:translate-y-1.5 pointer-fine:opacity-0',
            )}
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </button>
        )}
      </div>
      <div className={classNames('seen-later mt-2', TEXT)}>
        <div className="flex min-h-10 items-center justify-between gap-2">
          <p className="min-w-0 leading-tight font-[600]">
            <Link
              to={mediaPath(media)}
              className="flex min-h-10 items-center hover:underline"
              title={media.title}
              draggable={false}
            >
              <bdi className="truncate">{media.title}</bdi>
            </Link>
          </p>
          <ScoreRing score={media.score} band={media.band} />
        </div>
        <MusicianName musician={media.musician} className="min-h-7 text-muted" />
        <p className="tabular text-caption text-muted">{pluralize(media.playCount, 'play', 'plays')}</p>
      </div>
    </article>
  );
}

/** A card that is still on its way. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="aspect-square w-full" />
      <Skeleton className="mt-4 h-4 w-4/5 rounded-[6px]" />
      <Skeleton className="mt-2.5 h-3.5 w-3/5 rounded-[6px]" />
    </div>
  );
}
