import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { Suspense, useRef } from 'react';
import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { prefetchHandlers, playList, useIsPlaying } from '../player/player.ts';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';
import { Skeleton } from '../../platform/ui/states.tsx';
import { useDrawn } from '../../platform/ui/use-drawn.ts';
import { Cover } from '../../pipeline/images/cover.tsx';
import { MusicianName } from './musician-name.tsx';
import { ScoreRing } from './score-ring.tsx';
import { toolsPort } from './tools-port.ts';

/** Loaded after the cards are shown. */
const CardTools = latePart(() => toolsPort.load());

/** The height of three lines: the title, the musician and the plays. */
const TEXT = 'min-h-[calc(4.25rem+19.5px)] [contain-intrinsic-block-size:auto_calc(4.25rem+19.5px)]';

interface MediaCardProps {
  /** The list that the card is in, so that playback continues with the items after it. */
  list: readonly MediaSummary[];
  index: number;
  /** True if the list begins on the first screen, where its first cards are drawn immediately. */
  isFirst?: boolean;
}

/** The number of cards that a phone shows before scrolling: two rows. */
const FIRST = 4;

/** Cover with a heart and a play button, title with the score's ring, musician, plays. */
export function MediaCard({ list, index, isFirst = true }: MediaCardProps) {
  const media = list[index];
  return media ? <Card media={media} list={list} isFirst={isFirst && index < FIRST} /> : null;
}

interface CardProps {
  media: MediaSummary;
  list: readonly MediaSummary[];
  isFirst: boolean;
}

/** A card that is out of sight shows only its title. */
function Card({ media, list, isFirst }: CardProps) {
  const cover = useRef<HTMLDivElement>(null);
  const isDrawn = useDrawn(cover, isFirst);
  return (
    <article className="group/card relative flex min-w-0 flex-col">
      <div ref={cover} className="seen-later relative aspect-square overflow-hidden rounded-cover bg-raised">
        {isDrawn && <CardCover media={media} list={list} />}
      </div>
      <div className={classNames('seen-later mt-2', TEXT)}>
        <div className="flex min-h-10 items-center justify-between gap-2">
          <p className="min-w-0 leading-tight font-[600]">
            <PageLink
              to={mediaPath(media)}
              className="flex min-h-10 items-center hover:underline"
              title={media.title}
              draggable={false}
            >
              <bdi className="truncate">{media.title}</bdi>
            </PageLink>
          </p>
          {isDrawn && <ScoreRing score={media.score} band={media.band} />}
        </div>
        {isDrawn && (
          <>
            <MusicianName musician={media.musician} className="min-h-7 text-muted" />
            <p className="tabular text-caption text-muted">{pluralize(media.playCount, 'play', 'plays')}</p>
          </>
        )}
      </div>
    </article>
  );
}

/** The cover with its buttons. */
function CardCover({ media, list }: Omit<CardProps, 'isFirst'>) {
  const isPlaying = useIsPlaying(media.id);
  return (
    <>
      <PageLink to={mediaPath(media)} tabIndex={-1} aria-hidden="true" draggable={false} className="block">
        <Cover media={media} sizes="160px" />
      </PageLink>
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
          {...prefetchHandlers(media)}
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
    </>
  );
}

/** The placeholder of a card that is still loading. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="aspect-square w-full" />
      <Skeleton className="mt-4 h-4 w-4/5 rounded-[6px]" />
      <Skeleton className="mt-2.5 h-3.5 w-3/5 rounded-[6px]" />
    </div>
  );
}
