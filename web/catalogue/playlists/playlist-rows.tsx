import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { ReactNode } from 'react';
import { Heart } from '../favorites/heart.tsx';
import { Cover } from '../../pipeline/images/cover.tsx';
import { MediaMenu } from '../media/media-menu.tsx';
import { MusicianName } from '../media/musician-name.tsx';
import { timeText } from '../player/clock.ts';
import { prefetchHandlers, playList, useIsPlaying } from '../player/player.ts';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { focusNearRow } from '../../platform/ui/focus-near-row.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { LongList } from '../../platform/ui/long-list.tsx';
import { SortableList } from '../../platform/ui/sortable.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';

interface PlaylistRowsProps {
  label: string;
  media: readonly MediaSummary[];
  /** The owner's actions; null for all other viewers. */
  own: { onSort: (sorted: MediaSummary[]) => void; onRemove: (media: MediaSummary) => void } | null;
}

/** The items of a playlist, in rows. The owner can move and remove rows. */
export function PlaylistRows({ label, media, own }: PlaylistRowsProps) {
  if (own === null)
    return (
      <LongList label={label} items={media}>
        {(one) => <Row media={one} list={media} />}
      </LongList>
    );
  return (
    <SortableList
      items={media}
      label={label}
      nameOf={({ title }) => title}
      onSort={own.onSort}
      // Rows out of sight are not painted. Their height is an estimate until they were in view once.
      rowClassName="[overflow-clip-margin:4px] [contain-intrinsic-size:auto_65px] [content-visibility:auto]"
    >
      {(one, _, handle) => (
        <Row
          media={one}
          list={media}
          handle={handle}
          last={
            <IconButton
              label={`Remove ${one.title}`}
              className="text-muted"
              onClick={({ currentTarget }) => {
                focusNearRow(currentTarget);
                own.onRemove(one);
              }}
            >
              <CloseIcon className="size-5" />
            </IconButton>
          }
        />
      )}
    </SortableList>
  );
}

interface RowProps {
  media: MediaSummary;
  /** The list that playback continues with. */
  list: readonly MediaSummary[];
  handle?: ReactNode;
  last?: ReactNode;
}

function Row({ media, list, handle, last }: RowProps) {
  const isPlaying = useIsPlaying(media.id);
  return (
    <article className="flex items-center gap-1 border-b border-line bg-bg py-2 md:gap-2">
      {handle}
      <div className="relative size-12 flex-none overflow-hidden rounded-control">
        <Cover media={media} sizes="48px" />
        {media.sources.length > 0 && (
          <button
            type="button"
            aria-label={`${isPlaying ? 'Pause' : 'Play'} ${media.title}`}
            {...prefetchHandlers(media)}
            onClick={() => playList(list, media.id)}
            className="absolute inset-0 grid place-items-center bg-[#16110e99] text-[#f8efe6]"
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </button>
        )}
      </div>
      <div className="min-w-0 grow pl-2">
        <p className="leading-tight font-[600]">
          <PageLink to={mediaPath(media)} className="flex min-h-7 items-center hover:underline" title={media.title}>
            <bdi className="truncate">{media.title}</bdi>
          </PageLink>
        </p>
        <MusicianName musician={media.musician} className="text-muted" />
      </div>
      {media.length !== null && (
        <span className="tabular hidden px-2 text-caption text-muted sm:inline">{timeText(media.length)}</span>
      )}
      <Heart media={media} className="hidden! size-10 rounded-control hover:bg-raised sm:grid!" />
      <MediaMenu media={media} className="size-10 rounded-control hover:bg-raised" />
      {last}
    </article>
  );
}
