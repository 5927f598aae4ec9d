import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { type News, followedNews } from '@scoville/contract/community/follows/followed-news.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LinkedText } from '../comments/linked-text.tsx';
import { call } from '../../platform/lib/call.ts';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { keyOf, useSettings } from '../../platform/lib/query.ts';
import { dayText } from '../../platform/lib/format.ts';
import { MediaMenu } from '../../catalogue/media/media-menu.tsx';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { prefetchHandlers, playList, useIsPlaying } from '../../catalogue/player/player.ts';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';

const newsPages = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: [...keyOf(followedNews), PAGES],
  queryFn: ({ pageParam, signal }) =>
    call(followedNews, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  getNextPageParam: ({ paging }) => paging.next ?? undefined,
  // The feed is always stale, because a returning user expects the latest news.
  staleTime: 0,
});

/** The posts and releases of the musicians that the user follows, newest first. Loads more near the end of the list. */
export function FollowedNews() {
  const { productName } = useSettings();
  const list = useInfiniteQuery(newsPages);
  const news = list.data?.pages.flatMap((page) => page.news);
  if (news === undefined)
    return list.isError ? (
      <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />
    ) : (
      <Loading label="Loading what is new">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="mb-2 h-16 w-full" />
        ))}
      </Loading>
    );
  if (news.length === 0)
    return (
      <EmptyState>
        Nothing yet. Follow musicians on their profiles, and their posts and new releases will appear here.
      </EmptyState>
    );
  const playable = news.flatMap(({ media }) => (media ? [media] : []));
  return (
    <>
      <ul aria-label="From musicians you follow" className="flex flex-col divide-y divide-line">
        {news.map((one) => (
          <li key={one.id} className="py-3">
            <Entry news={one} list={playable} />
          </li>
        ))}
      </ul>
      <NextPage list={list} endless />
    </>
  );
}

function Entry({ news: { at, post, media }, list }: { news: News; list: readonly MediaSummary[] }) {
  const day = (
    <time dateTime={at} className="text-caption text-muted">
      {dayText(at)}
    </time>
  );
  if (media) return <MediaEntry media={media} list={list} day={day} />;
  return (
    post && (
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <MusicianName musician={post.musician} className="font-[600]" withHat={false} />
          {day}
        </div>
        <LinkedText text={post.text} />
      </div>
    )
  );
}

/** A song or video in the news. Playback continues with the releases below it, which are older. */
function MediaEntry({ media, list, day }: { media: MediaSummary; list: readonly MediaSummary[]; day: ReactNode }) {
  const isPlaying = useIsPlaying(media.id);
  return (
    <article className="flex items-center gap-3">
      <SmallCover media={media} size={200} className="size-16 flex-none" />
      <div className="min-w-0 grow">
        <PageLink to={mediaPath(media)} dir="auto" className="block truncate font-[600] hover:underline">
          {media.title}
        </PageLink>
        <MusicianName musician={media.musician} className="text-muted" withHat={false} />
        <p>{day}</p>
      </div>
      {media.sources.length > 0 && (
        <IconButton
          label={`${isPlaying ? 'Pause' : 'Play'} ${media.title}`}
          {...prefetchHandlers(media)}
          onClick={() => playList(list, media.id)}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
      )}
      <MediaMenu media={media} className="size-10 rounded-full hover:bg-raised" />
    </article>
  );
}
